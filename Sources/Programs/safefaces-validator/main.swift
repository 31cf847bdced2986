import Glibc
import ValidatorStage
import StageKit
import Wire

exit(StageProgram.run(.validator, CommandLine.arguments) { (_) throws(StageFailure) in ValidatorStage() })
