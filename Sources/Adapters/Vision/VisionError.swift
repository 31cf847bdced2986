/// What can go wrong between a picture and its detections.
///
/// None of these may ever be read as "no face".
package enum VisionError: Error, Hashable, Sendable {
    /// The model file cannot be read.
    case modelUnreadable(path: String, errno: Int32)
    /// The model file is no ONNX model that the engine accepts, or not one with the detector's outputs.
    case modelRefused(engine: Engine, code: Int32, reason: String)
    /// The default model does not have the bytes it was published with.
    case modelAltered(path: String, sha256: String)
    /// No folder with models, or none with the runtime's libraries, is in any of the known places.
    case runtimeNotFound(what: String)
    /// The engine's libraries cannot be opened.
    case engineUnavailable(engine: Engine, code: Int32, reason: String)
    /// The engine could not be prepared for a picture size.
    case compile(engine: Engine, width: Int, height: Int, code: Int32, reason: String)
    /// The engine failed on a picture.
    case inference(engine: Engine, code: Int32, reason: String)
    /// An output holds values that this network cannot give (not a number, or a score outside 0...1).
    case implausibleOutput(engine: Engine)
    /// The picture's size, stride and byte count do not belong together, or the size is out of range.
    case picture(width: Int, height: Int, strideBytes: Int, byteCount: Int)
    /// The detector did not find exactly the known face in the built-in picture.
    case selfTestFailed(found: Int, bestOverlap: Double, bestScore: Double)
}

extension VisionError: CustomStringConvertible {
    /// One sentence for a person, with what to do where that is known.
    package var description: String {
        switch self {
        case .modelUnreadable(let path, let errno):
            "the detector model \(path) cannot be read (error \(errno)); run Deploy/run once to fetch it"
        case .modelRefused(let engine, let code, let reason):
            "the detector model was refused by \(engine) (\(code): \(reason)); is it the CenterFace ONNX file?"
        case .modelAltered(let path, let sha256):
            "the detector model \(path) is damaged (SHA-256 \(sha256)); delete it and run Deploy/run to fetch it again"
        case .runtimeNotFound(let what):
            "\(what) not found; run Deploy/run once, or name its folder in SAFEFACES_MODELS or SAFEFACES_OPENVINO"
        case .engineUnavailable(let engine, let code, let reason):
            "the \(engine) engine cannot be loaded (\(code): \(reason))"
        case .compile(let engine, let width, let height, let code, let reason):
            "\(engine) could not be prepared for \(width)x\(height) pictures (\(code): \(reason))"
        case .inference(let engine, let code, let reason):
            "\(engine) failed on a picture (\(code): \(reason))"
        case .implausibleOutput(let engine):
            "\(engine) gave values that the detector model cannot give"
        case .picture(let width, let height, let strideBytes, let byteCount):
            "a picture of \(width)x\(height) with stride \(strideBytes) does not fit \(byteCount) bytes"
        case .selfTestFailed(let found, let bestOverlap, let bestScore):
            "the detector failed its self test (\(found) faces found, overlap \(bestOverlap), score \(bestScore))"
        }
    }
}
