import Control
import Photo
import Platform
import Redaction
import SharedFrames
import StageKit
import TimelineCore
import Wire

// The compositor: paints the covers that the resolver names, and encodes. It decides nothing about who is covered.
// For a scan it puts the contact sheet together, the one file of ours that shows faces; it goes where a person asked
// for it, and has no covers to get wrong.

/// Paints and writes one output at a time.
package struct CompositorStage: Stage {
    private var video: VideoComposition?
    /// A photo or an animation, painted from its file.
    private var file: (any FileComposition)?
    private var sheet: SheetComposition?

    package init() {}

    package mutating func begin(
        _ order: StageOrder, _ attachments: Attachments, port: StagePort
    ) throws(StageFailure) {
        abort()
        guard let medium = order.medium, let settings = order.settings else {
            throw StageFailure(code: "internal", text: "the order says nothing of the medium", blame: .stage)
        }
        let output = try attachments.descriptor(.output)
        if order.kind == .sheet {
            sheet = SheetComposition(
                timeline: try attachments.timeline(), output: output,
                mapping: try attachments.pool(order, writable: false), port: port
            )
            return
        }
        let resolver = Resolver(timeline: try attachments.timeline())
        let painter = CoverPainter(style: settings.coverStyle, emoji: try Self.emoji(settings, attachments))
        if medium.isVideo, !medium.isAnimation {
            video = try VideoComposition(
                medium: medium, settings: settings, resolver: resolver, painter: painter, output: output,
                mapping: try attachments.pool(order, writable: true), port: port
            )
        } else {
            let canvas = FileCanvas(
                settings: settings, resolver: resolver, painter: painter,
                input: try attachments.descriptor(.input), output: output, port: port
            )
            file = medium.isAnimation ? AnimationComposition(canvas: canvas) : PhotoComposition(canvas: canvas)
        }
    }

    package mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure) {
        if let sheet, pass == sheet.port.pass { return try Self.take(message, for: sheet) }
        guard let video, pass == video.port.pass else { return }
        switch message {
        case .look(let look): try video.paint(look)
        case .packets(let batch): try video.write(batch)
        case .endOfFrames(let totals): video.end(totals)
        default: throw Self.unexpected
        }
    }

    private static func take(_ message: DataMessage, for sheet: SheetComposition) throws(StageFailure) {
        switch message {
        case .look(let look): try sheet.take(look)
        case .endOfFrames(let totals): sheet.end(totals)
        default: throw unexpected
        }
    }

    private static let unexpected = StageFailure(
        code: "internal", text: "a message that no compositor takes", blame: .stage
    )

    package mutating func step() throws(StageFailure) -> StageStep {
        if let file {
            let outcome = try file.compose()
            self.file = nil
            try FaultPlan.current.spoil(file.canvas.output)
            return .finished(outcome)
        }
        if let sheet {
            guard let outcome = try sheet.finishIfEnded() else { return .needsInput }
            self.sheet = nil
            return .finished(outcome)
        }
        guard let video, let outcome = try video.finishIfEnded() else { return .needsInput }
        self.video = nil
        try FaultPlan.current.spoil(video.output)
        return .finished(outcome)
    }

    package mutating func abort() {
        video = nil
        file = nil
        sheet = nil
    }

    /// Pixels of the side an emoji is drawn at before it is scaled. Source: the font's own glyphs are 136 px.
    private static let emojiPixels = 272

    /// Draws the emoji and leaves it for the validator, so that both compare with the same pixels.
    private static func emoji(
        _ settings: PassSettings, _ attachments: Attachments
    ) throws(StageFailure) -> EmojiBitmap? {
        guard settings.coverStyle.kind == .emoji else { return nil }
        let picture: EmojiPicture
        do throws(PhotoError) {
            picture = try EmojiRenderer.render(text: settings.emoji, pixels: emojiPixels)
        } catch {
            throw StageFailure(code: "unsupported", text: error.sentence, blame: .environment)
        }
        guard let bitmap = EmojiBitmap(size: picture.size, rgba: picture.rgba) else {
            throw StageFailure(code: "unsupported", text: "the emoji could not be drawn", blame: .environment)
        }
        try attachments.replaceEmoji(EmojiFile(size: picture.size, rgba: picture.rgba))
        return bitmap
    }
}

extension Cover {
    /// The cover as the compositor reports it.
    var entry: PaintRecord.Entry { PaintRecord.Entry(subject: subject, area: area) }
}
