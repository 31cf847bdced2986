import Foundation
import TestSupport

/// The test media beside the repository, where there is any.
enum Shared {
    static var data: String? {
        let named = ProcessInfo.processInfo.environment["SAFEFACES_SHARED"]
        let folder = (named ?? Repository.root + "/../shared") + "/data"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }
}
