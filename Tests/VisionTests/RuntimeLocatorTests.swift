import Foundation
import Testing

import Vision

@Suite struct RuntimeLocatorTests {
    private func write(_ text: String, _ path: String) throws {
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    }

    @Test func `a folder that a person names comes first`() throws {
        try Places.withFolder { folder in
            try write("a", folder + "/mine/centerface.onnx")
            try write("b", folder + "/share/safefaces/models/centerface.onnx")
            let environment = ["SAFEFACES_MODELS": folder + "/mine"]
            let locator = RuntimeLocator(environment: environment, executable: folder + "/bin/safefaces-detector")
            let found = try locator.modelPath()
            #expect(found.path == folder + "/mine/centerface.onnx" && found.isNamedByUser)
            #expect(try locator.model().bytes == Array("a".utf8))
        }
    }

    @Test func `a folder that a person names and that holds nothing is an error, not a reason to look elsewhere`()
        throws
    {
        try Places.withFolder { folder in
            try write("b", folder + "/share/safefaces/models/centerface.onnx")
            try write("c", folder + "/share/safefaces/openvino/libs/libopenvino_c.so.2641")
            let environment = ["SAFEFACES_MODELS": folder + "/empty", "SAFEFACES_OPENVINO": folder + "/empty"]
            let locator = RuntimeLocator(environment: environment, executable: folder + "/bin/safefaces-detector")
            #expect(throws: VisionError.runtimeNotFound(what: "the detector model in \(folder)/empty")) {
                try locator.modelPath()
            }
            #expect(throws: VisionError.runtimeNotFound(what: "the OpenVINO libraries in \(folder)/empty")) {
                try locator.openVINOLibraries()
            }
        }
    }

    @Test func `the installed place comes before a source tree, and any folder above counts as one`() throws {
        try Places.withFolder { folder in
            let locator = RuntimeLocator(
                environment: ["SAFEFACES_MODELS": ""], executable: folder + "/tree/.build/release/safefaces-detector")
            #expect(throws: VisionError.runtimeNotFound(what: "the detector model")) { try locator.modelPath() }
            #expect(try locator.openVINOLibraries() == nil)
            try write("a", folder + "/tree/.deps/models/centerface.onnx")
            try write("a", folder + "/tree/.deps/openvino/libs/libopenvino_c.so.2641")
            #expect(try locator.modelPath().path == folder + "/tree/.deps/models/centerface.onnx")
            #expect(try locator.openVINOLibraries() == folder + "/tree/.deps/openvino/libs")
            try write("a", folder + "/tree/.build/share/safefaces/models/centerface.onnx")
            #expect(try locator.modelPath().path == folder + "/tree/.build/share/safefaces/models/centerface.onnx")
        }
    }

    @Test func `a standard model with other bytes is refused`() throws {
        try Places.withFolder { folder in
            let path = folder + "/.deps/models/centerface.onnx"
            try write("abc", path)
            let locator = RuntimeLocator(environment: [:], executable: folder + "/safefaces-detector")
            let digest = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
            #expect(throws: VisionError.modelAltered(path: path, sha256: digest)) { try locator.model() }
        }
    }

    @Test func `a model file that is missing, empty or a folder is an error that names it`() throws {
        try Places.withFolder { folder in
            try write("", folder + "/empty.onnx")
            #expect(throws: VisionError.modelUnreadable(path: folder + "/none.onnx", errno: ENOENT)) {
                try ModelFile(path: folder + "/none.onnx")
            }
            #expect(throws: VisionError.modelUnreadable(path: folder + "/empty.onnx", errno: EINVAL)) {
                try ModelFile(path: folder + "/empty.onnx")
            }
            #expect(throws: VisionError.modelUnreadable(path: folder, errno: EISDIR)) { try ModelFile(path: folder) }
        }
    }

    @Test(.enabled(if: Places.hasModel, "needs the detector model in .deps"))
    func `the detector that is opened without a wish uses OpenVINO where it is there`() throws {
        let here = RuntimeLocator(environment: [:], executable: Places.root + "/x/safefaces-detector")
        let opened = try here.openDetector()
        #expect(opened.detector.model == .standard)
        #expect(opened.detector.engine == (Places.hasOpenVINO ? .openvino : .opencv))
        #expect((opened.passedOver == nil) == Places.hasOpenVINO)
    }

    @Test(.enabled(if: Places.hasModel, "needs the detector model in .deps"))
    func `libraries that cannot be opened are passed over aloud, unless asked for by name`() throws {
        try Places.withFolder { folder in
            try write("no library", folder + "/libopenvino_c.so.2641")
            let environment = ["SAFEFACES_OPENVINO": folder, "SAFEFACES_MODELS": Places.root + "/.deps/models"]
            let locator = RuntimeLocator(environment: environment, executable: "/x")
            let opened = try locator.openDetector()
            #expect(opened.detector.engine == .opencv)
            guard case .engineUnavailable(.openvino, _, _)? = opened.passedOver else {
                Issue.record("passed over for \(String(describing: opened.passedOver))")
                return
            }
            #expect(throws: VisionError.self) { try locator.openDetector(engine: .openvino) }
        }
    }
}
