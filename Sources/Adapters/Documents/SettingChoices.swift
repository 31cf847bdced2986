/// Which faces a person opted in to being visible.
package enum ShowChoice: Hashable, Sendable {
    /// Nobody: every face is covered.
    case nobody
    case all
    /// By the ids that a scan gave; ascending, no id twice.
    case ids([Int])
}

extension ShowChoice: Codable {
    /// Reads `"all"` or a list of ids; an empty list is nobody.
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let ids: [Int]
        do {
            ids = try container.decode([Int].self)
        } catch DecodingError.typeMismatch {
            guard try container.decode(String.self) == "all" else {
                throw DecodingError.dataCorrupted(
                    .init(codingPath: decoder.codingPath, debugDescription: "neither all nor a list of ids"))
            }
            self = .all
            return
        }
        guard ids.allSatisfy({ $0 > 0 }) else {
            throw DecodingError.dataCorrupted(
                .init(codingPath: decoder.codingPath, debugDescription: "an id below 1"))
        }
        self = ids.isEmpty ? .nobody : .ids(Set(ids).sorted())
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .nobody: try container.encode([Int]())
        case .all: try container.encode("all")
        case .ids(let ids): try container.encode(ids)
        }
    }
}

/// What becomes of the sound.
package enum AudioChoice: String, Sendable, Codable, CaseIterable {
    case keep, drop
}

/// The format of covered photos.
package enum PhotoFormat: String, Sendable, Codable, CaseIterable {
    case same, jpeg, png, webp, tiff, heic, avif
}

/// The codec of covered videos.
package enum VideoFormat: String, Sendable, Codable, CaseIterable {
    case same, h264, hevc, av1
}

/// What finished files are called.
package enum NameChoice: String, Sendable, Codable, CaseIterable {
    case keep, neutral
}

/// What runs the model.
package enum EngineChoice: String, Sendable, Codable, CaseIterable {
    case automatic, openvino, opencv
}
