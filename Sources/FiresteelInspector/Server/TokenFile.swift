import FiresteelFlags
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file of a token that outlives the program.
struct TokenFile {
    let file: URL

    /// Returns the stored token, or stores a new one if there is none that only its owner could read.
    ///
    /// - Throws: ``InspectorError/tokenFile(path:reason:)`` if it belongs to another user, or can't be read or written.
    func token() throws(InspectorError) -> AccessToken {
        let descriptor = open(file.path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            guard errno == ENOENT else { throw failure(String(cString: strerror(errno))) }
            return try create()
        }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(String(cString: strerror(errno))) }
        guard status.st_uid == geteuid(), status.st_mode & S_IFMT == S_IFREG else {
            throw failure("it isn't a file of this user")
        }
        guard status.st_mode & 0o077 == 0, let data = try? handle.read(upToCount: 64) else { return try create() }
        let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .newlines)
        guard let token = AccessToken(text) else { return try create() }
        return token
    }

    private func create() throws(InspectorError) -> AccessToken {
        let token = AccessToken()
        do {
            try PrivateFile.replace(file, with: Data((token.reveal() + "\n").utf8))
        } catch {
            throw failure(FileErrorText.reason(of: error))
        }
        return token
    }

    private func failure(_ reason: String) -> InspectorError { .tokenFile(path: file.path, reason: reason) }
}
