import Control
import Documents
import FoundationEssentials
import Platform

/// Checks what the program needs on this machine, and says what to do about what is missing.
struct Doctor {
    private struct Finding: Codable {
        var check: String
        var ok: Bool
        var detail: String
        /// What to do, empty when all is well.
        var remedy: String
    }

    let environment: [String: String]
    let places: Places
    let mode: OutputMode

    func run() throws -> ExitCode {
        let findings = [programs(), engine(), sharedMemory(), runtime(), state(), formats()]
        for finding in findings { try show(finding) }
        return findings.allSatisfy(\.ok) ? .done : .failed
    }

    private func show(_ finding: Finding) throws {
        if mode.json {
            try Terminal.printJSON(finding)
        } else {
            let mark = finding.ok ? "ok      " : "PROBLEM "
            Terminal.print("\(mark)\(finding.check): \(finding.detail)")
            if !finding.remedy.isEmpty { Terminal.print("        -> \(finding.remedy)") }
        }
    }

    private static let programNames = [
        "safefacesd", "safefaces-decoder", "safefaces-detector", "safefaces-tracker", "safefaces-compositor",
        "safefaces-validator",
    ]

    private func programs() -> Finding {
        let missing = Self.programNames.filter { name in
            do throws(PlatformError) {
                return try Platform.FileSystem.status(at: places.programs.appending(JobPath(name))) == nil
            } catch {
                return true
            }
        }
        return Finding(
            check: "programs", ok: missing.isEmpty,
            detail: missing.isEmpty
                ? "all stages are in \(places.programs)" : "missing: \(missing.joined(separator: ", "))",
            remedy: missing.isEmpty ? "" : "build again with ./Deploy/run"
        )
    }

    /// The detector's own self-test: it looks for the faces of a built-in picture.
    private func engine() -> Finding {
        do {
            let child = try ChildProcess.spawn(
                executable: places.programs.appending("safefaces-detector"), arguments: ["--self-test"],
                environment: environment.map { "\($0.key)=\($0.value)" }
            )
            let exit = try child.reap(timeoutMilliseconds: 60_000)
            let works = exit?.isSuccess ?? false
            return Finding(
                check: "model and engine", ok: works,
                detail: works ? "the detector finds the faces of its test picture" : "the detector's self-test failed",
                remedy: works ? "" : "run ./Deploy/setup again; the line above says what the detector found wrong"
            )
        } catch {
            return Finding(check: "model and engine", ok: false, detail: "\(error)", remedy: "run ./Deploy/run again")
        }
    }

    private func sharedMemory() -> Finding {
        let bytes = 192 << 20
        do throws(PlatformError) {
            _ = try MemoryFile(name: "doctor", byteCount: bytes)
            return Finding(check: "shared memory", ok: true, detail: "192 MiB can be reserved and sealed", remedy: "")
        } catch {
            return Finding(
                check: "shared memory", ok: false, detail: "192 MiB cannot be reserved: \(error)",
                remedy: "free some memory, or lower --frame-memory"
            )
        }
    }

    /// What the media libraries of Debian 12 cannot do; such files are refused with their reason.
    ///
    /// Source: the table in README.md, which the tests of media kinds make.
    private func formats() -> Finding {
        Finding(
            check: "formats", ok: true,
            detail: "animated PNG, TIFF with several pages, camera raw, BMP, JPEG 2000 and JPEG XL are refused",
            remedy: ""
        )
    }

    private func runtime() -> Finding {
        let longest = places.runtime.bytes.count + "/p4194304/control".utf8.count
        let fits = longest <= 107
        return Finding(
            check: "sockets", ok: fits,
            detail: fits ? "they go to \(places.runtime)" : "the path \(places.runtime) is too long for a socket",
            remedy: fits ? "" : "set SAFEFACES_RUNTIME to a shorter path"
        )
    }

    private func state() -> Finding {
        do throws(PlatformError) {
            try Platform.FileSystem.makeDirectories(places.state.parent)
            try Platform.FileSystem.makePrivateDirectory(places.state)
            let free = try Platform.FileSystem.freeSpace(at: places.state)
            return Finding(
                check: "state", ok: free > 64 << 20, detail: "\(places.state), \(free >> 20) MiB free",
                remedy: free > 64 << 20 ? "" : "free some space there, or set SAFEFACES_STATE"
            )
        } catch {
            return Finding(
                check: "state", ok: false, detail: error.description,
                remedy: "set SAFEFACES_STATE to a folder of your own"
            )
        }
    }
}
