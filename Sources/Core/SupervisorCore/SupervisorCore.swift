// SupervisorCore
