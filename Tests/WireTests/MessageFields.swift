import TimelineCore
import Wire

// Messages as the field lines of a vector, named as in Protocols/data.md and Protocols/timeline.md.
extension DataMessage {
    var fieldLines: [String] {
        switch self {
        case .grant(let lease), .release(let lease):
            return ["slot: \(lease.slot)", "generation: \(lease.generation)"]
        case .mark(let mark):
            return [
                "frame: \(mark.frame)", "ticks: \(mark.ticks)", "duration: \(mark.durationTicks)",
                "change: \(mark.change)", "looks: \(mark.looks)", "flags: \(mark.isKeyframe ? 1 : 0)",
            ]
        case .look(let look): return look.fieldLines
        case .packets(let batch):
            return [
                "slot: \(batch.lease.slot)", "bytes: \(batch.byteCount)", "generation: \(batch.lease.generation)",
                "count: \(batch.count)",
            ]
        case .detections(let reply):
            return [
                "frame: \(reply.frame)", "slot: \(reply.lease.slot)", "look: \(reply.look)", "looks: \(reply.looks)",
                "generation: \(reply.lease.generation)", "count: \(reply.detections.count)",
                "busy: \(reply.busyMicroseconds)",
            ] + reply.detections.map(\.fieldLine)
        case .painted(let record):
            return [
                "frame: \(record.frame)", "ticks: \(record.ticks)", "slot: \(record.lease.slot)",
                "count: \(record.entries.count)", "generation: \(record.lease.generation)",
            ] + record.entries.map(\.fieldLine)
        case .endOfFrames(let totals):
            return [
                "frames: \(totals.frames)", "looks: \(totals.looks)", "packets: \(totals.packets)",
                "flags: \(totals.isTruncated ? 1 : 0)",
            ]
        }
    }

    var typeName: String {
        switch self {
        case .grant: "grant"
        case .mark: "mark"
        case .look: "look"
        case .packets: "packets"
        case .detections: "detections"
        case .painted: "painted"
        case .release: "release"
        case .endOfFrames: "endOfFrames"
        }
    }
}

extension Look {
    fileprivate var fieldLines: [String] {
        [
            "frame: \(frame)", "ticks: \(ticks)", "duration: \(durationTicks)", "slot: \(lease.slot)", "look: \(look)",
            "looks: \(looks)", "generation: \(lease.generation)", "role: \(role.rawValue)",
            "format: \(layout.format.rawValue)", "matrix: \(layout.matrix.rawValue)",
            "range: \(layout.fullRange ? 1 : 0)", "flags: \((wantsGrid ? 1 : 0) + (triesTurns ? 2 : 0))", "width: \(layout.size.width)",
            "height: \(layout.size.height)",
        ]
            + layout.offsets.enumerated().map { "offset\($0): \($1)" }
            + layout.strides.enumerated().map { "stride\($0): \($1)" }
            + [
                "originX: \(geometry.originX)", "originY: \(geometry.originY)", "scaleX: \(geometry.scaleX)",
                "scaleY: \(geometry.scaleY)", "minimumScore: \(minimumScore)",
            ]
    }
}

extension PixelBox {
    fileprivate var words: String { "\(x) \(y) \(width) \(height)" }
}

extension Detection {
    fileprivate var fieldLine: String {
        var line = "detection: \(box.words) \(score)"
        if !landmarks.isEmpty { line += " landmarks " + landmarks.map { "\($0.x) \($0.y)" }.joined(separator: " ") }
        if let grid { line += " grid \(grid.cells[0])" }
        return line
    }
}

extension PaintRecord.Entry {
    fileprivate var fieldLine: String {
        let name =
            switch subject {
            case .face(let id): "face \(id)"
            case .region(let index): "region \(index)"
            }
        return "entry: \(name) \(area.left) \(area.top) \(area.right) \(area.bottom)"
    }
}

extension SoundPacket {
    var fieldLine: String {
        let hex = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        return "packet: \(pts) \(dts) \(duration) \(flags) \(skipStart) \(skipEnd) \(hex.isEmpty ? "-" : hex)"
    }
}

extension Timeline {
    var fieldLines: [String] {
        var lines = ["kind: \(kind)", "size: \(size.width) \(size.height)"]
        lines += frameTimes.map { "time: \($0)" }
        lines += cuts.map { "cut: \($0)" }
        for face in faces {
            let palette = face.palette.map { " palette \($0.cells[0])" } ?? ""
            lines.append("face: \(face.id) \(face.visible ? "visible" : "covered") \(face.origin)\(palette)")
            lines += face.samples.map { "sample: \($0.frame) \($0.time) \($0.box.words) \($0.score) \($0.origin)" }
        }
        for region in regions {
            lines.append("region: \"\(region.id)\" \(region.from) \(region.to)")
            lines += region.keyframes.map { "keyframe: \($0.time) \($0.box.words)" }
        }
        return lines
    }
}
