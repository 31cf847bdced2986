import Media
import Wire

/// The way of a video's sound to the output: as it is, or in a codec that the output's container has a place for.
struct SoundRoute {
    /// What the output's sound is; nil where it has none.
    let parameters: AudioParameters?
    /// What was changed, for the report.
    let note: String?
    private let transcoder: SoundTranscoder?

    /// - Throws: a failure for sound that can be neither carried nor written anew.
    init(_ audio: AudioParameters?, _ settings: PassSettings?) throws(StageFailure) {
        // A scan writes no video; its sound stays what it is.
        guard let audio, let settings, settings.keepsSound,
            let container = OutputContainer(fileExtension: settings.outputExtension),
            case .encode(let codec) = SoundPlan(audio, in: container)
        else {
            (parameters, note, transcoder) = (audio, nil, nil)
            return
        }
        do throws(MediaError) {
            let transcoder = try SoundTranscoder(audio, to: codec)
            self.transcoder = transcoder
            parameters = transcoder.parameters
            note = "the sound was \(audio.codecName) and was written as \(codec.rawValue)"
        } catch {
            var failure = error.failure
            failure.text += "; use --audio drop, or an output ending in .mkv"
            throw failure
        }
    }

    /// The packets for the output that this one of the source gives rise to.
    func take(_ packet: AudioPacket) throws(StageFailure) -> [AudioPacket] {
        guard let transcoder else { return [packet] }
        do throws(MediaError) {
            return try transcoder.feed(packet)
        } catch {
            throw error.failure
        }
    }

    /// What is left at the end of the source.
    func finish() throws(StageFailure) -> [AudioPacket] {
        guard let transcoder else { return [] }
        do throws(MediaError) {
            return try transcoder.finish()
        } catch {
            throw error.failure
        }
    }
}
