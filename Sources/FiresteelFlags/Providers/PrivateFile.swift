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
