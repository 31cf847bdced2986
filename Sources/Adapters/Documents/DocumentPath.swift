import FoundationEssentials

/// A file path as it stands in a document, without loss: Linux paths are bytes, JSON strings are Unicode.
///
/// Shape: a JSON string where the bytes are valid UTF-8, else `{"bytes": BASE64}`. Never empty, never with a zero byte.
package struct DocumentPath: Hashable, Sendable {
    package let bytes: [UInt8]

    /// - Returns: nil for an empty path or one with a zero byte: no file can have it.
    package init?(bytes: [UInt8]) {
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        self.bytes = bytes
    }

    /// - Returns: nil for an empty path or one with a zero byte.
    package init?(_ text: String) {
        self.init(bytes: Array(text.utf8))
    }

    /// The path as text, nil where it is not valid UTF-8.
    package var text: String? { String(validating: bytes, as: UTF8.self) }

    /// True for a path that starts at the root.
    package var isAbsolute: Bool { bytes.first == 0x2F }
}

extension DocumentPath: Codable {
    private enum CodingKeys: String, CodingKey {
        case bytes
    }

    package init(from decoder: any Decoder) throws {
        let bytes: [UInt8]
        do {
            bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8)
        } catch DecodingError.typeMismatch {
            bytes = Array(try decoder.container(keyedBy: CodingKeys.self).decode(Data.self, forKey: .bytes))
        }
        guard let path = DocumentPath(bytes: bytes) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "empty path or zero byte"))
        }
        self = path
    }

    package func encode(to encoder: any Encoder) throws {
        if let text {
            var container = encoder.singleValueContainer()
            try container.encode(text)
        } else {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(Data(bytes), forKey: .bytes)
        }
    }
}
