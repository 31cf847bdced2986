extension RuntimeLocator {
    /// Opens a detector with the engine asked for, or with the best one there is: OpenVINO, else OpenCV.
    ///
    /// The self test has passed when this returns, so everything the engine loads late is loaded.
    /// - Returns: the detector, and why OpenVINO was passed over where that was not asked for (to be said aloud).
    /// - Throws: ``VisionError``; an engine that was asked for by name is never replaced by the other.
    package func openDetector(
        engine: Engine? = nil, threads: Int = 1
    ) throws(VisionError) -> (detector: FaceDetector, passedOver: VisionError?) {
        let model = try model()
        let libraries = try engine == .opencv ? nil : openVINOLibraries()
        if let engine {
            return (try tested(engine, model, libraries, threads), nil)
        }
        guard libraries != nil else {
            let reason = VisionError.runtimeNotFound(what: "the OpenVINO libraries")
            return (try tested(.opencv, model, nil, threads), reason)
        }
        do throws(VisionError) {
            return (try tested(.openvino, model, libraries, threads), nil)
        } catch {
            // Only an engine that cannot be loaded is passed over; one that computes nonsense stops the program.
            guard case .engineUnavailable = error else { throw error }
            return (try tested(.opencv, model, nil, threads), error)
        }
    }

    private func tested(
        _ engine: Engine, _ model: ModelFile, _ libraries: String?, _ threads: Int
    ) throws(VisionError) -> FaceDetector {
        let detector = try FaceDetector(
            engine: engine, model: model, openVINOLibraries: libraries, threads: threads
        )
        try detector.selfTest()
        return detector
    }
}
