import TimelineCore

/// Finds the faces in one picture at a time.
///
/// Owns: the engine and a padding buffer. One per thread.
package final class FaceDetector {
    private let network: any HeatMapEngine
    private var padded = PaddedPicture()
    /// The model's file name and SHA-256, for the report.
    package let model: ModelIdentity

    /// The library that runs the network.
    package var engine: Engine { network.engine }
    /// The version of the library that runs the network.
    package var engineVersion: String { network.version }

    /// Reads the model and opens the engine.
    ///
    /// - Parameter openVINOLibraries: folder of the runtime's libraries; only ``Engine/openvino`` needs it.
    /// - Throws: ``VisionError/modelUnreadable(path:errno:)``, ``VisionError/modelRefused(engine:code:reason:)``,
    ///   ``VisionError/engineUnavailable(engine:code:reason:)``, ``VisionError/runtimeNotFound(what:)``.
    package convenience init(
        engine: Engine, modelPath: String, openVINOLibraries: String?, threads: Int = 1
    ) throws(VisionError) {
        let file = try ModelFile(path: modelPath)
        try self.init(engine: engine, model: file, openVINOLibraries: openVINOLibraries, threads: threads)
    }

    /// As above, from a model already read (and checked).
    package convenience init(
        engine: Engine, model: ModelFile, openVINOLibraries: String?, threads: Int = 1
    ) throws(VisionError) {
        let network: any HeatMapEngine
        switch engine {
        case .openvino:
            guard let openVINOLibraries else { throw .runtimeNotFound(what: "the OpenVINO libraries") }
            network = try OpenVINOEngine(libraries: openVINOLibraries, model: model.bytes, threads: threads)
        case .opencv:
            network = try OpenCVEngine(model: model.bytes, threads: threads)
        }
        self.init(network: network, model: model.identity)
    }

    /// Over any engine, for instance one that a test makes up.
    package init(network: any HeatMapEngine, model: ModelIdentity) {
        self.network = network
        self.model = model
    }

    /// Finds every face of at least `minimumScore` in one picture of any size.
    ///
    /// Shape: `picture` holds rows of interleaved 8-bit RGB, `strideBytes` apart; the last may end with its pixels.
    /// Units: boxes and landmarks in pixels of this picture; a box may reach outside it.
    /// Owns: reads `picture` during the call only.
    /// - Returns: without overlaps, best score first; empty means that no face was seen.
    /// - Throws: ``VisionError``; a picture that could not be looked at is never an empty answer.
    package func detect(
        picture: UnsafeRawBufferPointer, width: Int, height: Int, strideBytes: Int, minimumScore: Double,
        wantsGrid: Bool
    ) throws(VisionError) -> [Detection] {
        let view = try RGBPicture(bytes: picture, width: width, height: height, strideBytes: strideBytes)
        let maps = try maps(of: view)
        guard maps.isPlausible else { throw .implausibleOutput(engine: engine) }
        let reader = CenterFace(picture: PixelSize(width: width, height: height), minimumScore: minimumScore)
        var faces = suppressOverlaps(reader.faces(in: maps))
        guard wantsGrid else { return faces }
        let colours = HeadColours(picture: view)
        for index in faces.indices { faces[index].grid = colours.grid(around: faces[index].box) }
        return faces
    }

    private func maps(of picture: RGBPicture) throws(VisionError) -> HeatMaps {
        let network = network
        return try padded.withPacked(picture) { bytes, width, height in
            Result { () throws(VisionError) in
                try network.infer(picture: bytes, width: width, height: height)
            }
        }.get()
    }
}
