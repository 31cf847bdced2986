/// Why the client does not do what it was asked, in words for a person.
package enum ClientError: Error, Equatable, Sendable {
    // The words of the command line.
    case noCommand
    case unknownCommand(String, nearest: String?)
    case unknownOption(String, command: String, nearest: String?)
    case missingValue(option: String, allowed: String)
    case needlessValue(option: String)
    case badValue(option: String, value: String, allowed: String)
    case repeatedOption(String)
    case missingOption(String, command: String)
    case missingOperand(String, command: String)
    case extraOperand(String, command: String)
    case conflict(String)

    // The inputs.
    case noSuchInput(BytePath)
    case inputNotAFile(BytePath)
    case unreachableInput(BytePath, reason: String)
    case nothingFound(BytePath)
    case needsOneInput(option: String, found: Int)

    // The outputs.
    case outputExists(BytePath, others: Int)
    case outputIsInput(BytePath)
    case outputIsFolder(BytePath)
    case outputNotAFolder(BytePath)
    case outputFormat(BytePath, String)
    case outputInTheWay(BytePath)
    case sameFileTwice(String)
    case unreachableOutput(BytePath, reason: String)

    /// How the client ends because of this.
    package var exitCode: ExitCode { .usage }

    /// One line without a final full stop: what is wrong, and what to do.
    package var sentence: String {
        commandLineSentence ?? inputSentence ?? outputSentence ?? "this cannot be done"
    }
}
