package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Reads files that contain secrets.
package enum PrivateFile {
    /// Returns the contents of a file that only its owner can access; `nil` if it is missing, or if others can access it.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: ``ForeignFileError``, or the system's error if the file can't be read.
    package static func read(_ file: URL, limit: Int) throws -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw systemError
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw systemError }
        guard status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else { throw ForeignFileError() }
        guard status.st_mode & 0o077 == 0 else { return nil }
        return try handle.read(upToCount: limit) ?? Data()
    }

    private static var systemError: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

/// The file belongs to another user, or isn't a regular file.
package struct ForeignFileError: Error, CustomStringConvertible {
    package let description = "it isn't a file of this user"
}
