extension ClientError {
    /// The sentence for what is wrong with the words of the command line, nil for anything else.
    var commandLineSentence: String? {
        switch self {
        case .noCommand:
            "no command given: say what to do, for example safefaces cover photo.jpg --output out; see safefaces help"
        case .unknownCommand(let name, let nearest):
            "there is no command \"\(name)\"" + Self.suggestion(nearest) + "; see safefaces help"
        case .unknownOption(let name, let command, let nearest):
            "\(command) has no option \(name)" + Self.suggestion(nearest) + "; see safefaces help \(command)"
        case .missingValue(let option, let allowed):
            "\(option) needs a value: \(allowed)"
        case .needlessValue(let option):
            "\(option) takes no value: leave out what follows the ="
        case .badValue(let option, let value, let allowed):
            "\(option) cannot be \"\(value)\": it takes \(allowed)"
        case .repeatedOption(let option):
            "\(option) is given twice: give it once"
        case .missingOption(let option, let command):
            "\(command) needs \(option); see safefaces help \(command)"
        case .missingOperand(let what, let command):
            "\(command) needs \(what); see safefaces help \(command)"
        case .extraOperand(let text, let command):
            "\(command) cannot use \"\(text)\": it is one too many; see safefaces help \(command)"
        case .conflict(let text):
            text
        default:
            nil
        }
    }

    /// The sentence for what is wrong with an input, nil for anything else.
    var inputSentence: String? {
        switch self {
        case .noSuchInput(let path):
            "\(path): there is no such file or folder: check the name"
        case .inputNotAFile(let path):
            "\(path): this is neither a file nor a folder: name a photo, a video or a folder of them"
        case .unreachableInput(let path, let reason):
            "\(path): it cannot be opened (\(reason)): check its permissions"
        case .nothingFound(let path):
            "\(path): there is nothing in this folder: name a photo, a video or a folder of them"
        case .needsOneInput(let option, let found):
            "\(option) works with one input only, here are \(found): cover them one by one"
        default:
            nil
        }
    }

    /// The sentence for what is wrong with an output, nil for anything else.
    var outputSentence: String? {
        switch self {
        case .outputExists(let path, let others):
            "\(path): it exists already" + (others > 0 ? ", and \(others) more" : "")
                + ": add --overwrite to replace it, or choose another --output"
        case .outputIsInput(let path):
            "\(path): this output would replace an input: choose another --output"
        case .outputIsFolder(let path):
            "\(path): there is a folder where this file would go: choose another --output"
        case .outputNotAFolder(let path):
            "\(path): this must be a folder to hold the results, and it is not: choose another --output"
        case .outputFormat(let path, let reason):
            "\(path): \(reason)"
        case .outputInTheWay(let path):
            "\(path): one of the folders to it is a file: choose another --output"
        case .sameFileTwice(let text):
            text
        case .unreachableOutput(let path, let reason):
            "\(path): it cannot be looked at (\(reason)): check its permissions, or choose another --output"
        default:
            nil
        }
    }

    private static func suggestion(_ nearest: String?) -> String {
        nearest.map { ", did you mean \($0)?" } ?? ""
    }
}
