extension Event: Codable {
    private enum CodingKeys: String, CodingKey {
        case event, job, input, output, reason, code
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let name = try container.decode(String.self, forKey: .event)
        switch name {
        case "queued":
            self = .queued(
                job: try container.decode(String.self, forKey: .job),
                input: try container.decode(DocumentPath.self, forKey: .input)
            )
        case "progress": self = .progress(try Progress(from: decoder))
        case "summary": self = .summary(try Summary(from: decoder))
        default:
            guard let state = ItemState(rawValue: name) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .event, in: container, debugDescription: "no such event")
            }
            self = .finished(try Self.result(state, container))
        }
    }

    private static func result(
        _ state: ItemState, _ container: KeyedDecodingContainer<CodingKeys>
    ) throws -> Result {
        Result(
            state: state, job: try container.decode(String.self, forKey: .job),
            input: try container.decode(DocumentPath.self, forKey: .input),
            output: try container.decodeIfPresent(DocumentPath.self, forKey: .output),
            reason: try container.decodeIfPresent(String.self, forKey: .reason),
            code: try container.decodeIfPresent(ItemCode.self, forKey: .code)
        )
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .queued(let job, let input):
            try container.encode("queued", forKey: .event)
            try container.encode(job, forKey: .job)
            try container.encode(input, forKey: .input)
        case .progress(let progress):
            try container.encode("progress", forKey: .event)
            try progress.encode(to: encoder)
        case .finished(let result):
            try container.encode(result.state.rawValue, forKey: .event)
            try container.encode(result.job, forKey: .job)
            try container.encode(result.input, forKey: .input)
            try container.encode(result.output, forKey: .output)
            try container.encode(result.reason, forKey: .reason)
            try container.encode(result.code, forKey: .code)
        case .summary(let summary):
            try container.encode("summary", forKey: .event)
            try summary.encode(to: encoder)
        }
    }
}
