import TestSupport
import TimelineCore
import Wire

// Any value a message may carry, drawn at random; floats are exact in 32 bits where the message has no more.
extension SeededRandom {
    mutating func pick<C: Collection>(_ values: C, or fallback: C.Element) -> C.Element {
        values.randomElement(using: &self) ?? fallback
    }

    mutating func flip() -> Bool { next() & 1 == 1 }
    mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
    mutating func u32() -> Int { pick([0, 1, Int(UInt32.max)], or: 0) ^ (flip() ? int(0...Int(UInt32.max)) : 0) }
    mutating func frame() -> Int { pick([0, 1, 1 << 20, 1 << 48 - 1, int(0...1 << 40)], or: 0) }
    mutating func ticks() -> Int64 { pick([0, .min, .max, -1, Int64(truncatingIfNeeded: next())], or: 0) }
    mutating func float(_ range: ClosedRange<Float>) -> Double { Double(Float.random(in: range, using: &self)) }
    mutating func double() -> Double { Double.random(in: -1e6...1e6, using: &self) }
    mutating func lease() -> SlotLease { SlotLease(slot: u32(), generation: next()) }

    mutating func grid() -> ColourGrid? {
        ColourGrid(cells: (0..<ColourGrid.byteCount).map { _ in UInt8(truncatingIfNeeded: next()) })
    }

    mutating func look() -> Look {
        let looks = pick([1, 2, 65535, int(1...65535)], or: 1)
        let layout = PictureLayout(
            format: pick(PixelFormat.allCases, or: .gray8), size: PixelSize(width: u32(), height: u32()),
            offsets: [u32(), u32(), u32()], strides: [u32(), u32(), u32()],
            matrix: pick([.bt601, .bt709, .bt2020], or: .bt601), fullRange: flip()
        )
        let geometry = LookGeometry(
            originX: double(), originY: double(), scaleX: pick([1.0 / 65536, 65536, 1.5], or: 1),
            scaleY: Double.random(in: 0.001...1000, using: &self)
        )
        return Look(
            frame: frame(), ticks: ticks(), durationTicks: ticks(), lease: lease(), look: int(0...looks - 1),
            looks: looks, role: pick(LookRole.allCases, or: .detect), layout: layout, geometry: geometry,
            minimumScore: Float.random(in: 0...1, using: &self), wantsGrid: flip(),
            triesTurns: flip()
        )
    }

    mutating func detection() -> Detection {
        Detection(
            box: PixelBox(
                x: float(-1e6...1e6), y: float(-1e6...1e6), width: float(0.001...1e6), height: float(0.001...1e6)
            ),
            score: float(0...1),
            landmarks: flip() ? (0..<5).map { _ in PixelPoint(x: float(-1e6...1e6), y: float(-1e6...1e6)) } : [],
            grid: flip() ? grid() : nil
        )
    }

    mutating func painted() -> PaintRecord {
        let entries = (0..<int(0...5)).map { _ in
            PaintRecord.Entry(
                subject: flip() ? .face(u32()) : .region(u32()),
                area: PixelRect(
                    left: int(-(1 << 31)...1 << 31 - 1), top: int(-9...9), right: int(-9...9),
                    bottom: int(0...1 << 31 - 1)
                )
            )
        }
        return PaintRecord(frame: frame(), ticks: ticks(), lease: lease(), entries: entries)
    }

    /// A message of the given type, 0...7.
    mutating func message(_ type: Int) -> DataMessage {
        switch type {
        case 0: return .grant(lease())
        case 1:
            return .mark(
                FrameMark(
                    frame: frame(), ticks: ticks(), durationTicks: ticks(),
                    change: Float.random(in: 0...1, using: &self),
                    looks: int(0...65535), isKeyframe: flip()
                )
            )
        case 2: return .look(look())
        case 3:
            let count = int(1...1000)
            return .packets(PacketBatch(lease: lease(), byteCount: count * 40 + int(0...1 << 20), count: count))
        case 4:
            let detections = (0..<int(0...4)).map { _ in detection() }
            return .detections(DetectionReply(look: look(), busyMicroseconds: u32(), detections: detections))
        case 5: return .painted(painted())
        case 6: return .release(lease())
        default:
            return .endOfFrames(
                FrameTotals(frames: frame(), looks: frame(), packets: frame(), isTruncated: flip())
            )
        }
    }

    mutating func box() -> PixelBox {
        PixelBox(x: double(), y: double(), width: abs(double()), height: abs(double()))
    }

    mutating func timeline() -> Timeline {
        var time = double()
        let times = (0..<int(0...20)).map { _ in
            time += Double.random(in: 0...1, using: &self)
            return time
        }
        var timeline = Timeline(
            kind: flip() ? .photo : .video, size: PixelSize(width: u32(), height: u32()), frameTimes: times,
            cuts: Set((0..<int(0...5)).map { _ in int(1...1000) }).sorted()
        )
        timeline.faces = (0..<int(0...4)).map { _ in track() }
        timeline.regions = (0..<int(0...3)).map { _ in region() }
        return timeline
    }

    private mutating func track() -> FaceTrack {
        let frames = Set((0..<int(0...6)).map { _ in u32() }).sorted()
        return FaceTrack(
            id: u32(), visible: flip(),
            samples: frames.map {
                FaceSample(
                    frame: $0, time: double(), box: box(), score: double(),
                    origin: pick(SampleOrigin.allCases, or: .detected)
                )
            },
            origin: pick(FaceOrigin.allCases, or: .detected), palette: flip() ? grid() : nil
        )
    }

    private mutating func region() -> ManualRegion {
        let from = double()
        var time = double()
        return ManualRegion(
            id: pick(["", "r1", "Gesicht \u{1F642}", "a\u{0}b"], or: ""),
            keyframes: (0..<int(1...4)).map { _ in
                time += Double.random(in: 0...1, using: &self)
                return ManualRegion.Keyframe(time: time, box: box())
            },
            from: from, to: from + Double.random(in: 0...9, using: &self)
        )
    }

    /// Bytes damaged in one to four places: changed, cut, lengthened, or a length field set to something hostile.
    mutating func damaged(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<int(1...4) where !bytes.isEmpty {
            let place = int(0...bytes.count - 1)
            switch int(0...5) {
            case 0: bytes[place] = UInt8(truncatingIfNeeded: next())
            case 1: bytes[place] ^= 1 << UInt8(int(0...7))
            case 2: bytes.removeSubrange(place...)
            case 3: bytes.append(contentsOf: (0..<int(1...50)).map { _ in UInt8(truncatingIfNeeded: next()) })
            case 4: for index in place..<min(place + 4, bytes.count) { bytes[index] = 0xFF }
            default: for index in place..<min(place + 8, bytes.count) { bytes[index] = flip() ? 0x7F : 0xF0 }
            }
        }
        return bytes
    }
}
