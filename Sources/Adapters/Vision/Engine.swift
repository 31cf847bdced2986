// Vision: from the pixels of one picture to the faces in it.
//
// Purpose: run the CenterFace network on one of two engines and read boxes, landmarks and coarse colours from it.
// Must not know: videos, tracks, covers, processes, where a picture comes from.
// Diagnostics: `VisionError`; an empty answer always means "looked, and saw no face".
// Known limits: not thread-safe (one detector per thread); OpenVINO loads its CPU plugin when the first size is
// prepared, so a sandbox that closes the file system comes after `FaceDetector.selfTest()`.

/// The library that runs the network.
package enum Engine: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
    case openvino
    case opencv

    package var description: String {
        switch self {
        case .openvino: "OpenVINO"
        case .opencv: "OpenCV"
        }
    }
}
