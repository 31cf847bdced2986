import COpenVINO
import TimelineCore

/// The network on OpenVINO's CPU plugin, from a given folder of libraries.
final class OpenVINOEngine: HeatMapEngine {
    let engine = Engine.openvino
    let version: String
    private let session: Session
    private let threads: Int
    private var networks = SizeCache<Network>(limit: preparedSizeLimit, areaLimit: preparedAreaLimit)

    /// Opens the libraries and reads the model.
    ///
    /// - Throws: ``VisionError/engineUnavailable(engine:code:reason:)``,
    ///   ``VisionError/modelRefused(engine:code:reason:)``.
    init(libraries: String, model: [UInt8], threads: Int) throws(VisionError) {
        session = try Session(libraries: libraries, model: model)
        version = String(cString: sf_openvino_version(session.handle))
        self.threads = threads
    }

    func infer(picture: UnsafeRawBufferPointer, width: Int, height: Int) throws(VisionError) -> HeatMaps {
        let size = PixelSize(width: width, height: height)
        let (session, threads) = (session, threads)
        let network = try networks.value(for: size) { () throws(VisionError) in
            try Network(session: session, size: size, threads: threads)
        }
        return try network.infer(picture)
    }

    /// The libraries and the model; freed after the last network that was made from it.
    private final class Session {
        let handle: OpaquePointer

        init(libraries: String, model: [UInt8]) throws(VisionError) {
            var opened: OpaquePointer?
            var error = sf_openvino_error()
            let status = model.withUnsafeBufferPointer { bytes -> Int32 in
                guard let base = bytes.baseAddress else { return SF_OPENVINO_MODEL }
                return sf_openvino_open(libraries, base, bytes.count, &opened, &error)
            }
            guard status == 0, let opened else {
                switch status {
                case SF_OPENVINO_NOT_BUILT, SF_OPENVINO_LIBRARY:
                    throw .engineUnavailable(engine: .openvino, code: status, reason: text(error.message))
                default:
                    throw .modelRefused(engine: .openvino, code: status, reason: text(error.message))
                }
            }
            handle = opened
        }

        deinit { sf_openvino_close(handle) }
    }

    /// The model prepared for one size; keeps its session alive.
    private final class Network {
        private let session: Session
        private let handle: OpaquePointer
        private let size: PixelSize

        init(session: Session, size: PixelSize, threads: Int) throws(VisionError) {
            var made: OpaquePointer?
            var error = sf_openvino_error()
            let status = sf_openvino_compile(
                session.handle, Int32(size.width), Int32(size.height), Int32(threads), &made, &error
            )
            guard status == 0, let made else {
                throw .compile(
                    engine: .openvino, width: size.width, height: size.height, code: status,
                    reason: text(error.message)
                )
            }
            self.session = session
            self.size = size
            handle = made
        }

        deinit { sf_openvino_network_close(handle) }

        func infer(_ picture: UnsafeRawBufferPointer) throws(VisionError) -> HeatMaps {
            var maps = HeatMaps(pictureWidth: size.width, pictureHeight: size.height)
            var error = sf_openvino_error()
            let status = maps.withOutputs { heat, size, offset, landmarks, cells -> Int32 in
                guard let rgb = picture.bindMemory(to: UInt8.self).baseAddress else { return SF_OPENVINO_SHAPE }
                var outputs = sf_openvino_outputs(
                    heat: heat, size: size, offset: offset, landmarks: landmarks, cells: cells
                )
                return sf_openvino_infer(handle, rgb, &outputs, &error)
            }
            guard status == 0 else {
                throw .inference(engine: .openvino, code: status, reason: text(error.message))
            }
            return maps
        }
    }
}
