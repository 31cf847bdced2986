import Redaction

/// Everything that determines the bytes of a finished file, for the question "is this very result there already".
///
/// Two results are the same one when their fingerprints are the same text. Callers hash it; this library knows no
/// hash function.
package struct ResultIdentity: Hashable, Sendable {
    /// `safefaces` and its version.
    package var tool: String
    package var engine: ReportDocument.Engine
    package var model: ReportDocument.Model
    /// SHA-256 of the input file.
    package var inputSHA256: String
    package var settings: CoverSettings

    package init(
        tool: String, engine: ReportDocument.Engine, model: ReportDocument.Model, inputSHA256: String,
        settings: CoverSettings
    ) {
        self.tool = tool
        self.engine = engine
        self.model = model
        self.inputSHA256 = inputSHA256
        self.settings = settings
    }

    /// One line of text, the same for the same result whenever and wherever it is made.
    ///
    /// - Throws: ``DocumentError/unencodable(_:_:)`` where a region holds a number that is not finite.
    package func fingerprint() throws(DocumentError) -> String {
        let parts = Parts(
            engine: engine, input: inputSHA256, model: model, settings: settings.determining, tool: tool
        )
        return String(decoding: try DocumentCoding.encode(parts, as: .settings), as: UTF8.self)
    }

    private struct Parts: Encodable {
        let engine: ReportDocument.Engine
        let input: String
        let model: ReportDocument.Model
        let settings: CoverSettings
        let tool: String
    }
}

extension CoverSettings {
    /// The same settings without what cannot change a result: the unused half of the style, and where the timeline
    /// lies, of which only the bytes count.
    var determining: CoverSettings {
        var copy = self
        let plain = CoverStyle(kind: style.kind, intensity: style.intensity)
        copy.style = plain
        switch style.kind {
        case .mosaic, .gaussian: break
        case .bar: copy.style.colour = style.colour
        case .emoji: copy.style.emoji = style.emoji
        case .shape:
            copy.style.colour = style.colour
            copy.style.shape = style.shape
        }
        if let sha256 = timeline?.sha256, let path = DocumentPath("timeline") {
            copy.timeline = FileReference(path: path, sha256: sha256)
        }
        return copy
    }

    /// A text that is the same for settings that give the same result.
    ///
    /// - Throws: ``DocumentError/unencodable(_:_:)``.
    package func fingerprint() throws(DocumentError) -> String {
        String(decoding: try DocumentCoding.encode(determining, as: .settings), as: UTF8.self)
    }
}
