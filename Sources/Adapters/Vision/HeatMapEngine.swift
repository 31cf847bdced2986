/// A network ready to run over packed RGB pictures of any size in multiples of 32.
///
/// Owns: what it has prepared per size, a bounded number of them.
package protocol HeatMapEngine: AnyObject {
    /// The library behind it.
    var engine: Engine { get }
    /// The version of the library that runs.
    var version: String { get }

    /// Runs the network over one picture, preparing the size first where it is new.
    ///
    /// Shape: `picture` is height x width x 3 bytes, RGB, without gaps.
    /// Units: pixels, multiples of ``HeatMaps/sideMultiple``.
    /// - Throws: ``VisionError/compile(engine:width:height:code:reason:)``,
    ///   ``VisionError/inference(engine:code:reason:)``,
    ///   ``VisionError/modelRefused(engine:code:reason:)``.
    func infer(picture: UnsafeRawBufferPointer, width: Int, height: Int) throws(VisionError) -> HeatMaps
}

/// Sizes kept ready at once.
///
/// A prepared OpenVINO size holds its own activations (tens of MB at 1280 x 736).
let preparedSizeLimit = 6

/// Pixels of all picture sizes that an engine keeps ready together. Source: a process with OpenVINO takes 60 MB and 0.12 MB
/// more for every thousand pixels; this holds two of them under 350 MB, so that a photo of 200 megapixels stays within
/// 600 MB over all processes, and both sizes of a 16:9 video job fit.
let preparedAreaLimit = 900_000
