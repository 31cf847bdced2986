import ContactSheet
import TestSupport
import TimelineCore
import Wire

/// Faces, timelines and pictures to make sheets of.
enum Sample {
    static let size = PixelSize(width: 640, height: 360)

    static func sample(
        _ frame: Int, _ box: PixelBox = PixelBox(x: 100, y: 100, width: 40, height: 50), score: Double = 0.9,
        _ origin: SampleOrigin = .detected
    ) -> FaceSample {
        FaceSample(frame: frame, time: Double(frame) / 10, box: box, score: score, origin: origin)
    }

    static func track(_ id: Int, frames: Range<Int>) -> FaceTrack {
        FaceTrack(id: id, samples: frames.map { sample($0) })
    }

    static func timeline(_ faces: [FaceTrack], frames: Int = 100, kind: MediaKind = .video) -> Timeline {
        Timeline(kind: kind, size: size, frameTimes: (0..<frames).map { Double($0) / 10 }, faces: faces)
    }

    /// Noise of so much contrast: the more, the sharper.
    static func noise(_ size: PixelSize, contrast: Int, _ random: inout SeededRandom) -> RGBPicture {
        var picture = RGBPicture(size: size, filledWith: (128, 128, 128))
        for place in picture.rgb.indices where place % 3 == 0 {
            let value = UInt8(128 + Int.random(in: -contrast...contrast, using: &random))
            for band in 0..<3 { picture.rgb[place + band] = value }
        }
        return picture
    }

    /// The picture with every pixel the mean of its neighbourhood of 3 x 3; edges stay.
    static func blurred(_ picture: RGBPicture) -> RGBPicture {
        var result = picture
        let (width, height) = (picture.size.width, picture.size.height)
        for y in 1..<height - 1 {
            for x in 1..<width - 1 {
                for band in 0..<3 {
                    var sum = 0
                    for dy in -1...1 {
                        for dx in -1...1 { sum += Int(picture.rgb[((y + dy) * width + x + dx) * 3 + band]) }
                    }
                    result.rgb[(y * width + x) * 3 + band] = UInt8(sum / 9)
                }
            }
        }
        return result
    }
}
