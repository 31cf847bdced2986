/// The report of a job: what became of every input, and on what evidence.
package struct ReportDocument: Hashable, Sendable, Codable {
    /// Name and version of what ran the model.
    package struct Engine: Hashable, Sendable, Codable {
        package var name: String
        package var version: String

        package init(name: String, version: String) {
            self.name = name
            self.version = version
        }
    }

    /// Name and SHA-256 of the model file.
    package struct Model: Hashable, Sendable, Codable {
        package var name: String
        package var sha256: String

        package init(name: String, sha256: String) {
            self.name = name
            self.sha256 = sha256
        }
    }

    package let version: Int
    /// `safefaces` and its version.
    package var tool: String
    package var engine: Engine
    package var model: Model
    package var settings: ReportSettings
    package var items: [ReportItem]

    package init(tool: String, engine: Engine, model: Model, settings: ReportSettings, items: [ReportItem]) {
        version = 1
        self.tool = tool
        self.engine = engine
        self.model = model
        self.settings = settings
        self.items = items
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        version = try DocumentCoding.requireVersion1(container, .version, .report)
        tool = try container.decode(String.self, forKey: .tool)
        engine = try container.decode(Engine.self, forKey: .engine)
        model = try container.decode(Model.self, forKey: .model)
        settings = try container.decode(ReportSettings.self, forKey: .settings)
        items = try container.decode([ReportItem].self, forKey: .items)
    }

    /// Reads a report.
    package static func read(_ bytes: [UInt8]) throws(DocumentError) -> ReportDocument {
        try DocumentCoding.decode(ReportDocument.self, from: bytes, as: .report)
    }

    /// The report's bytes, indented.
    package func encoded() throws(DocumentError) -> [UInt8] {
        try DocumentCoding.encodeIndented(self, as: .report)
    }
}
