import Glibc
import TrackerStage
import StageKit
import Wire

exit(StageProgram.run(.tracker, CommandLine.arguments) { (_) throws(StageFailure) in TrackerStage() })
