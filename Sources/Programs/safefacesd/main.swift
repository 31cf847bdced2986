import FoundationEssentials
import Glibc
import Platform
import Supervisor

exit(
    SupervisorProgram.run(
        arguments: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
        executable: CurrentProcess.executablePath()
    )
)
