import Media
import Photo
import Wire

extension MediaError {
    /// The error as the supervisor takes it.
    var failure: StageFailure {
        let code =
            switch self {
            case .unsupportedCodec, .unsupportedRotation, .encrypted, .sizeChanged, .noVideo: "unsupported"
            case .tooLarge: "too-large"
            case .output: "cannot-write"
            default: "unreadable"
            }
        let blame: StageFailure.Blame =
            switch self {
            case .outOfMemory, .output: .environment
            case .badLayout, .timesOutOfOrder: .stage
            default: .input
            }
        return StageFailure(code: code, text: Self.asClause(description), blame: blame)
    }

    /// A sentence as part of another: no capital, no full stop.
    private static func asClause(_ sentence: String) -> String {
        var text = sentence
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}

extension PhotoError {
    /// The error as the supervisor takes it.
    var failure: StageFailure {
        let code =
            switch self {
            case .tooLarge, .needsMemory: "too-large"
            case .unsupported, .animated: "unsupported"
            case .write: "cannot-write"
            case .badRequest, .library: "internal"
            default: "unreadable"
            }
        let blame: StageFailure.Blame =
            switch self {
            case .write: .environment
            case .badRequest, .library: .stage
            default: .input
            }
        return StageFailure(code: code, text: sentence, blame: blame)
    }
}
