/// What is wrong with a document, in words for a person.
package enum DocumentError: Error, Equatable, Sendable {
    /// More bytes than ``DocumentCoding/maximumBytes``.
    case tooLarge(DocumentKind, bytes: Int)
    /// Not JSON, or a value of another type than the document has there; the text names the place.
    case malformed(DocumentKind, String)
    /// A version that this program does not know.
    case unsupportedVersion(DocumentKind, Int)
    /// Well-formed, but what it says cannot be; the text names the place.
    case invalid(DocumentKind, String)
    /// A value that JSON cannot carry.
    case unencodable(DocumentKind, String)

    /// One sentence without a final full stop, fit to follow "FILE: ".
    package var sentence: String {
        switch self {
        case .tooLarge(let kind, let bytes):
            "the \(kind.rawValue) has \(bytes) bytes, more than the \(DocumentCoding.maximumBytes) that are read"
        case .malformed(let kind, let detail):
            "this is not a \(kind.rawValue) that can be read: \(detail)"
        case .unsupportedVersion(let kind, let version):
            "the \(kind.rawValue) has version \(version), this program knows version 1 only"
        case .invalid(let kind, let detail):
            "the \(kind.rawValue) is not valid: \(detail)"
        case .unencodable(let kind, let detail):
            "the \(kind.rawValue) cannot be written: \(detail)"
        }
    }

    /// What a coding error says, with the place in the document.
    static func explain(_ error: any Error) -> String {
        switch error {
        case DecodingError.keyNotFound(let key, let context):
            "\(place(context.codingPath)) has no \"\(key.stringValue)\""
        case DecodingError.typeMismatch(_, let context):
            "\(place(context.codingPath)) has the wrong type"
        case DecodingError.valueNotFound(_, let context):
            "\(place(context.codingPath)) is null"
        case DecodingError.dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "it is not JSON" : "\(place(context.codingPath)) has a value that is not allowed"
        case EncodingError.invalidValue(_, let context):
            "\(place(context.codingPath)) is not a finite number"
        default:
            "it could not be understood"
        }
    }

    /// A coding path as a person would write it: `faces[0].samples[2].box`.
    static func place(_ path: [any CodingKey]) -> String {
        var text = ""
        for key in path {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
        return text.isEmpty ? "it" : text
    }
}
