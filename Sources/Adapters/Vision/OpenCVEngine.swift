import COpenCV
import TimelineCore

/// The network on OpenCV's own CPU code.
final class OpenCVEngine: HeatMapEngine {
    let engine = Engine.opencv
    let version: String
    private let model: [UInt8]
    /// A net per size, each read from the model's bytes.
    // BUG(upstream): OpenCV 4.6 gives wrong heat maps once one net has seen a second input size.
    private var networks = SizeCache<Network>(limit: preparedSizeLimit, areaLimit: preparedAreaLimit)

    /// Checks that the model can be read.
    ///
    /// - Throws: ``VisionError/engineUnavailable(engine:code:reason:)``,
    ///   ``VisionError/modelRefused(engine:code:reason:)``.
    init(model: [UInt8], threads: Int) throws(VisionError) {
        var error = sf_opencv_error()
        let status = sf_opencv_configure(Int32(threads), &error)
        guard status == 0 else {
            throw .engineUnavailable(engine: .opencv, code: status, reason: text(error.message))
        }
        self.model = model
        version = String(cString: sf_opencv_version())
        let smallest = PixelSize(width: HeatMaps.sideMultiple, height: HeatMaps.sideMultiple)
        let network = try Network(model: model, size: smallest)
        let black = [UInt8](repeating: 0, count: smallest.area * 3)
        // The names of the outputs are only looked at when they are asked for.
        do throws(VisionError) {
            let status: Result<HeatMaps, VisionError> = black.withUnsafeBytes { bytes in
                Result { () throws(VisionError) in try network.infer(bytes) }
            }
            _ = try status.get()
        } catch {
            guard case .inference(_, let code, let reason) = error else { throw error }
            throw .modelRefused(engine: .opencv, code: code, reason: reason)
        }
    }

    func infer(picture: UnsafeRawBufferPointer, width: Int, height: Int) throws(VisionError) -> HeatMaps {
        let size = PixelSize(width: width, height: height)
        let model = model
        let network = try networks.value(for: size) { () throws(VisionError) in
            try Network(model: model, size: size)
        }
        return try network.infer(picture)
    }

    /// The model read for one size.
    private final class Network {
        private let handle: OpaquePointer
        private let size: PixelSize

        init(model: [UInt8], size: PixelSize) throws(VisionError) {
            var made: OpaquePointer?
            var error = sf_opencv_error()
            let status = model.withUnsafeBufferPointer { bytes -> Int32 in
                guard let base = bytes.baseAddress else { return SF_OPENCV_SHAPE }
                return sf_opencv_open(base, bytes.count, Int32(size.width), Int32(size.height), &made, &error)
            }
            guard status == 0, let made else {
                throw .modelRefused(engine: .opencv, code: status, reason: text(error.message))
            }
            handle = made
            self.size = size
        }

        deinit { sf_opencv_close(handle) }

        func infer(_ picture: UnsafeRawBufferPointer) throws(VisionError) -> HeatMaps {
            var maps = HeatMaps(pictureWidth: size.width, pictureHeight: size.height)
            var error = sf_opencv_error()
            let status = maps.withOutputs { heat, size, offset, landmarks, cells -> Int32 in
                guard let rgb = picture.bindMemory(to: UInt8.self).baseAddress else { return SF_OPENCV_SHAPE }
                var outputs = sf_opencv_outputs(
                    heat: heat, size: size, offset: offset, landmarks: landmarks, cells: cells
                )
                return sf_opencv_infer(handle, rgb, &outputs, &error)
            }
            guard status == 0 else {
                throw .inference(engine: .opencv, code: status, reason: text(error.message))
            }
            return maps
        }
    }
}
