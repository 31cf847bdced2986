import Platform
import SharedFrames
import StageKit
import TimelineCore
import Vision
import Wire

// The detector: looks at pictures in slots and says where faces are. It opens no file of the job and knows neither
// tracks nor covers; the same program serves analysis and verification.

/// Answers every look with the faces in it.
package struct DetectorStage: Stage {
    private let locator: RuntimeLocator
    /// Opened at the start, or when a job first asks for it.
    private var detectors: [Engine: FaceDetector] = [:]
    private let standard: Engine
    private var chosen: Engine
    private var mapping: FramePoolMapping?
    private var port: StagePort?

    /// Opens the engine and lets it prove itself.
    ///
    /// - Throws: a stage failure that says what to do when no engine works.
    package init() throws(StageFailure) {
        locator = RuntimeLocator.current()
        do throws(VisionError) {
            let (detector, passedOver) = try locator.openDetector()
            if let passedOver {
                StandardError.say("safefaces-detector: using OpenCV because \(passedOver.description)")
            }
            standard = detector.engine
            chosen = detector.engine
            detectors[detector.engine] = detector
        } catch {
            throw Self.failure(error)
        }
    }

    /// Opens the engine, lets it prove itself and says what it is; for `doctor`.
    ///
    /// - Returns: an exit status.
    package static func selfTest() -> Int32 {
        do throws(StageFailure) {
            let stage = try DetectorStage()
            if let engine = stage.engine {
                StandardError.say(
                    "\(engine.engine) \(engine.engineVersion), model \(engine.model) \(engine.modelSHA256)")
            }
            return 0
        } catch {
            StandardError.say(error.text)
            return 1
        }
    }

    package var engine: EngineSummary? {
        detectors[chosen].map {
            EngineSummary(
                engine: $0.engine.rawValue, engineVersion: $0.engineVersion, model: $0.model.name,
                modelSHA256: $0.model.sha256
            )
        }
    }

    package mutating func begin(
        _ order: StageOrder, _ attachments: Attachments, port: StagePort
    ) throws(StageFailure) {
        self.port = port
        mapping = try attachments.pool(order, writable: false)
        let wanted = order.settings.flatMap { Engine(rawValue: $0.engine) } ?? standard
        if detectors[wanted] == nil {
            do throws(VisionError) {
                detectors[wanted] = try locator.openDetector(engine: wanted).detector
            } catch {
                var failure = Self.failure(error)
                failure.blame = .environment
                throw failure
            }
        }
        chosen = wanted
    }

    package mutating func take(_ message: DataMessage, pass: UInt32) throws(StageFailure) {
        guard let port, pass == port.pass, let mapping, case .look(let look) = message else { return }
        guard look.role == .detect, look.layout.format == .rgb24, mapping.contains(slot: look.lease.slot),
            look.layout.isSound(capacity: mapping.slotBytes), let detector = detectors[chosen]
        else { throw StageFailure(code: "internal", text: "a look that no detector can take", blame: .stage) }
        let started = MonotonicClock.nanoseconds()
        var found: [Detection]
        do throws(VisionError) {
            found = try mapping.withBytes(slot: look.lease.slot) { (bytes) throws(VisionError) in
                try Self.faces(of: look, in: bytes, detector)
            }
        } catch {
            throw Self.failure(error)
        }
        for index in found.indices { found[index] = Self.inPicture(found[index], look.geometry) }
        let busy = Int((MonotonicClock.nanoseconds() - started) / 1000)
        try port.send(.detections(DetectionReply(look: look, busyMicroseconds: busy, detections: found)))
    }

    private static func faces(
        of look: Look, in slot: UnsafeRawBufferPointer, _ detector: FaceDetector
    ) throws(VisionError) -> [Detection] {
        let picture = UnsafeRawBufferPointer(rebasing: slot[look.layout.offsets[0]...])
        let detect = look.triesTurns ? detector.detectInTurns : detector.detect
        return try detect(
            picture, look.layout.size.width, look.layout.size.height, look.layout.strides[0],
            Double(look.minimumScore), look.wantsGrid
        )
    }

    package mutating func abort() {}

    private static func inPicture(_ detection: Detection, _ geometry: LookGeometry) -> Detection {
        var moved = detection
        moved.box = geometry.pictureBox(detection.box)
        moved.landmarks = detection.landmarks.map {
            PixelPoint(
                x: geometry.originX + $0.x * geometry.scaleX, y: geometry.originY + $0.y * geometry.scaleY
            )
        }
        return moved
    }

    private static func failure(_ error: VisionError) -> StageFailure {
        StageFailure(code: "engine-unavailable", text: error.description, blame: .stage)
    }
}
