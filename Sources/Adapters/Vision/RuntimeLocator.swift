import Glibc

/// Finds the model and the OpenVINO libraries on this machine.
///
/// In this order: the environment (`SAFEFACES_MODELS`, `SAFEFACES_OPENVINO`), the installed place beside the
/// program (`../share/safefaces`), the `.deps` folder of a source tree above the program.
package struct RuntimeLocator: Sendable {
    private let environment: [String: String]
    private let executable: String

    /// - Parameters:
    ///   - environment: the two variables are read from it; an empty value counts as not set.
    ///   - executable: absolute path of the running program, links resolved.
    package init(environment: [String: String], executable: String) {
        self.environment = environment
        self.executable = executable
    }

    /// For the running process.
    package static func current() -> RuntimeLocator {
        var environment: [String: String] = [:]
        for name in [modelsVariable, openVINOVariable] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return RuntimeLocator(environment: environment, executable: resolved("/proc/self/exe") ?? "/")
    }

    /// The model directory (or, if a person named a file, that file) and whether a person named it.
    ///
    /// - Throws: ``VisionError/runtimeNotFound(what:)``.
    package func modelPath() throws(VisionError) -> (path: String, isNamedByUser: Bool) {
        if let named = value(Self.modelsVariable) {
            let path = Self.isDirectory(named) ? named + "/" + ModelIdentity.standard.name : named
            guard Self.exists(path) else { throw .runtimeNotFound(what: "the detector model in \(named)") }
            return (path, true)
        }
        for place in places(installed: "models", inTree: "models") {
            let path = place + "/" + ModelIdentity.standard.name
            if Self.exists(path) { return (path, false) }
        }
        throw .runtimeNotFound(what: "the detector model")
    }

    /// Reads the model.
    ///
    /// The standard one must have the bytes it was published with; one that a person named is
    /// taken as it is, and known by its own hash.
    ///
    /// - Throws: ``VisionError/runtimeNotFound(what:)``, ``VisionError/modelUnreadable(path:errno:)``,
    ///   ``VisionError/modelAltered(path:sha256:)``.
    package func model() throws(VisionError) -> ModelFile {
        let (path, isNamedByUser) = try modelPath()
        let file = try ModelFile(path: path)
        guard isNamedByUser || file.identity.sha256 == ModelIdentity.standard.sha256 else {
            throw .modelAltered(path: path, sha256: file.identity.sha256)
        }
        return file
    }

    /// The folder of the OpenVINO libraries; nil where there is none and nobody named one.
    ///
    /// - Throws: ``VisionError/runtimeNotFound(what:)`` where the named folder does not hold them.
    package func openVINOLibraries() throws(VisionError) -> String? {
        if let named = value(Self.openVINOVariable) {
            guard Self.holdsOpenVINO(named) else {
                throw .runtimeNotFound(what: "the OpenVINO libraries in \(named)")
            }
            return named
        }
        return places(installed: "openvino/libs", inTree: "openvino/libs").first(where: Self.holdsOpenVINO)
    }

    private static let modelsVariable = "SAFEFACES_MODELS"
    private static let openVINOVariable = "SAFEFACES_OPENVINO"

    private func value(_ name: String) -> String? {
        guard let value = environment[name], !value.isEmpty else { return nil }
        return value
    }

    /// Candidate folders, nearest first.
    private func places(installed: String, inTree: String) -> [String] {
        var folder = Self.parent(executable)
        var found = [Self.parent(folder) + "/share/safefaces/" + installed]
        while folder != "" {
            found.append(folder + "/.deps/" + inTree)
            folder = Self.parent(folder)
        }
        return found
    }

    /// The folder of an absolute path, "" for the root.
    private static func parent(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return String(path[..<slash])
    }

    private static func holdsOpenVINO(_ folder: String) -> Bool {
        exists(folder + "/libopenvino_c.so.2641") || exists(folder + "/libopenvino_c.so")
    }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private static func isDirectory(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func resolved(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
