import CLinux
import Glibc

/// An error number of the kernel.
package struct Errno: Hashable, Sendable, CustomStringConvertible {
    package let number: Int32

    package init(_ number: Int32) { self.number = number }

    package static let notPermitted = Errno(EPERM)
    package static let notFound = Errno(ENOENT)
    package static let badDescriptor = Errno(EBADF)
    package static let wouldBlock = Errno(EAGAIN)
    package static let outOfMemory = Errno(ENOMEM)
    package static let accessDenied = Errno(EACCES)
    package static let fileExists = Errno(EEXIST)
    package static let crossDevice = Errno(EXDEV)
    package static let notDirectory = Errno(ENOTDIR)
    package static let isDirectory = Errno(EISDIR)
    package static let invalidArgument = Errno(EINVAL)
    package static let noSpace = Errno(ENOSPC)
    package static let quotaExceeded = Errno(EDQUOT)
    package static let readOnlyFileSystem = Errno(EROFS)
    package static let brokenPipe = Errno(EPIPE)
    package static let nameTooLong = Errno(ENAMETOOLONG)
    package static let notImplemented = Errno(ENOSYS)
    package static let tooManyLinks = Errno(ELOOP)
    package static let badMessage = Errno(EBADMSG)
    package static let noSuchProcess = Errno(ESRCH)
    package static let notSupported = Errno(EOPNOTSUPP)
    package static let timedOut = Errno(ETIMEDOUT)
    package static let inputOutput = Errno(EIO)

    /// The kernel's words, such as "No space left on device".
    package var text: String { String(cString: sf_linux_error_text(number)) }

    package var description: String { "\(text) (errno \(number))" }
}
