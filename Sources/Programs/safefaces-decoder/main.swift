import Glibc
import DecoderStage
import StageKit
import Wire

exit(StageProgram.run(.decoder, CommandLine.arguments) { (_) throws(StageFailure) in DecoderStage() })
