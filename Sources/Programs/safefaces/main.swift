import Client
import FoundationEssentials
import Glibc
import Platform

exit(
    ClientProgram.run(
        arguments: ArgumentBytes.afterName(), environment: ProcessInfo.processInfo.environment,
        executable: CurrentProcess.executablePath()
    )
)
