import DetectorStage
import Glibc
import StageKit
import Wire

if CommandLine.arguments.dropFirst() == ["--self-test"] {
    exit(DetectorStage.selfTest())
}
exit(StageProgram.run(.detector, CommandLine.arguments) { (_) throws(StageFailure) in try DetectorStage() })
