import Glibc
import CompositorStage
import StageKit
import Wire

exit(StageProgram.run(.compositor, CommandLine.arguments) { (_) throws(StageFailure) in CompositorStage() })
