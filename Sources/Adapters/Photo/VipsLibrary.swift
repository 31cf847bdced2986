import CVips
import Synchronization

/// The process-wide libvips: one worker thread, no cache, no loader that is not fuzzed, no temporary files.
package enum VipsLibrary {
    private static let started = Mutex(false)

    /// Starts the library; further calls do nothing.
    ///
    /// To be called before the sandbox closes: libvips opens its modules here. Everything else in this module calls it
    /// too.
    /// - Throws: ``PhotoError/library(_:)``.
    package static func start() throws(PhotoError) {
        let detail: String? = started.withLock { done in
            guard !done else { return nil }
            var error = sf_vips_error()
            guard sf_vips_start(&error) == 0 else { return text(of: error) }
            done = true
            return nil
        }
        if let detail { throw .library(detail) }
    }

    /// Most bytes that libvips has held in pixel buffers so far.
    package static var peakBytes: Int { Int(sf_vips_peak_bytes()) }

    static func text(of error: sf_vips_error) -> String {
        withUnsafeBytes(of: error.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }

    /// Runs a shim call and turns its error into ours.
    static func check(_ call: (inout sf_vips_error) -> Int32) throws(PhotoError) {
        var error = sf_vips_error()
        guard call(&error) != 0 else { return }
        let message = text(of: error)
        switch Int(error.code) {
        case SF_VIPS_READ: throw .unreadable(error.system)
        case SF_VIPS_WRITE: throw .write(error.system)
        default: throw isTruncation(message) ? .truncated : .damaged(message)
        }
    }

    /// How the decoders say that the file ends too early (libjpeg, libpng, libwebp, libnsgif, libtiff by libvips 8.14).
    private static func isTruncation(_ message: String) -> Bool {
        let signs = ["remature end", "end of file", "end of stream", "unexpected end", "Not enough data", "Read error"]
        return signs.contains { message.contains($0) }
    }
}
