package import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes files that only their owner can read, from their first byte on.
package enum PrivateFile {
    /// Replaces a file as a whole, and creates its folder if it is missing.
    ///
    /// - Parameter isSynchronized: Whether the file is on disk before it replaces the old one.
    /// - Throws: Foundation's error if the file can't be written. The old file remains.
    package static func replace(_ file: URL, with data: Data, isSynchronized: Bool = false) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700])
        let fresh = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(UInt32.random(in: 0...UInt32.max))").path
        // Foundation would create the file readable by others, and change that later.
        let descriptor = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fileError(errno, file) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            if isSynchronized { try handle.synchronize() }
            try handle.close()
            guard rename(fresh, file.path) == 0 else { throw fileError(errno, file) }
        } catch {
            unlink(fresh)
            throw error
        }
    }

    /// Returns the contents of a file that only its owner can read; `nil` if there is none, or others can read it.
    ///
    /// - Parameter limit: The maximum number of bytes.
    /// - Throws: ``ForeignFileError``, or Foundation's error if the file can't be read.
    package static func read(_ file: URL, limit: Int) throws -> Data? {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw fileError(errno, file)
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw fileError(errno, file) }
        guard status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else { throw ForeignFileError() }
        guard status.st_mode & 0o077 == 0 else { return nil }
        return try handle.read(upToCount: limit) ?? Data()
    }

    private static func fileError(_ code: CInt, _ file: URL) -> CocoaError {
        let kind: CocoaError.Code =
            switch code {
            case EACCES, EPERM: .fileWriteNoPermission
            case ENOSPC, EDQUOT: .fileWriteOutOfSpace
            case EROFS: .fileWriteVolumeReadOnly
            case ENOENT: .fileNoSuchFile
            default: .fileWriteUnknown
            }
        var facts: [String: Any] = [NSFilePathErrorKey: file.path]
        if let code = POSIXErrorCode(rawValue: code) { facts[NSUnderlyingErrorKey] = POSIXError(code) }
        return CocoaError(kind, userInfo: facts)
    }
}

/// An error of a file of another user, or of something that isn't a file.
package struct ForeignFileError: Error, CustomStringConvertible {
    package let description = "it isn't a file of this user"
}
