/// Every command there is, in the order of help.
enum CommandTable {
    static let all = work + queue + machine

    static func named(_ name: String) -> CommandSpec? {
        all.first { $0.name == name }
    }

    private static let work = [
        CommandSpec(
            name: "cover", operands: "INPUT... --output PATH", operandNeeded: "at least one photo, video or folder",
            operandLimit: nil, options: OptionTable.cover,
            summary: "cover every face, verify the result, publish it",
            detail: [
                "INPUT is a photo, a video, or a folder that is searched with all folders in it.",
                "Every face is covered unless --show names it. A result that cannot be verified is not published.",
                "Inputs are never changed, and no output replaces one.",
            ]
        ),
        CommandSpec(
            name: "scan", operands: "INPUT", operandNeeded: "one photo or video", operandLimit: 1,
            options: OptionTable.scan, summary: "list the faces, write a timeline to review",
            detail: [
                "The ids it prints are the ones that --show takes.",
                "Mark faces visible or add regions in the timeline, then give it to cover with --timeline.",
            ]
        ),
        CommandSpec(
            name: "audit", operands: "FILE...", operandNeeded: "at least one file", operandLimit: nil,
            options: [OptionTable.json], summary: "list what in a file could give away a person, place or device",
            detail: [
                "Works on any file. Says what kind of thing is there, never its value.",
                "Ends with 0 where nothing was found, with 3 where something was, and with 4",
                "where a file could not be read.",
            ]
        ),
    ]

    private static let queue = [
        CommandSpec(
            name: "submit", operands: "INPUT... --output PATH", operandNeeded: "at least one photo, video or folder",
            operandLimit: nil, options: OptionTable.cover, summary: "like cover, but print the job's id and return",
            detail: ["Takes the options of cover. Needs a supervisor that is running."]
        ),
        CommandSpec(
            name: "list", operands: "", operandNeeded: nil, operandLimit: 0, options: [OptionTable.json],
            summary: "list the jobs", detail: []
        ),
        CommandSpec(
            name: "status", operands: "JOB", operandNeeded: "the id of a job", operandLimit: 1,
            options: [OptionTable.json], summary: "show how a job stands", detail: []
        ),
        CommandSpec(
            name: "wait", operands: "JOB...", operandNeeded: "the id of at least one job", operandLimit: nil,
            options: [OptionTable.json, OptionTable.quiet], summary: "wait until jobs have ended",
            detail: ["Ends with the code that cover would have ended with."]
        ),
        CommandSpec(
            name: "cancel", operands: "JOB", operandNeeded: "the id of a job", operandLimit: 1, options: [],
            summary: "stop a job; what is published stays", detail: []
        ),
        CommandSpec(
            name: "retry", operands: "JOB", operandNeeded: "the id of a job", operandLimit: 1, options: [],
            summary: "do again what was blocked, failed or cancelled in a job", detail: []
        ),
    ]

    private static let machine = [
        CommandSpec(
            name: "profile", operands: "JOB", operandNeeded: "the id of a job", operandLimit: 1,
            options: [OptionTable.trace, OptionTable.json], summary: "show where a job's time went, stage by stage",
            detail: []
        ),
        CommandSpec(
            name: "top", operands: "", operandNeeded: nil, operandLimit: 0, options: [],
            summary: "watch the stages at work", detail: []
        ),
        CommandSpec(
            name: "supervisor", operands: "start|stop|status", operandNeeded: "start, stop or status",
            operandLimit: 1, options: [], summary: "start or stop the supervisor, or ask whether it runs",
            detail: ["start returns once it answers; stop lets running work end or saves how far it is."]
        ),
        CommandSpec(
            name: "doctor", operands: "", operandNeeded: nil, operandLimit: 0, options: [OptionTable.json],
            summary: "check that this machine has what is needed, and say what to do", detail: []
        ),
        CommandSpec(
            name: "help", operands: "[COMMAND]", operandNeeded: nil, operandLimit: 1, options: [],
            summary: "show this, or the options of a command", detail: []
        ),
    ]
}
