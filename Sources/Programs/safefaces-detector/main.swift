import Glibc
import DetectorStage
import StageKit
import Wire

exit(StageProgram.run(.detector, CommandLine.arguments) { (_) throws(StageFailure) in try DetectorStage() })
