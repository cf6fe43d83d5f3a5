import Foundation

/// The address and the token of the running app, in a file for other programs of the same user.
struct RunningFile: Codable {
    /// The app's port on 127.0.0.1.
    let port: UInt16
    /// The token that requests must contain.
    let token: String

    /// Writes the file, readable only by its owner from its creation.
    ///
    /// - Throws: ``CommandError`` with the system's message, or an error of Foundation.
    func write(to path: String) throws {
        let data = try JSONEncoder().encode(self)
        let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.complaint(path) }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        do {
            try handle.write(contentsOf: data)
            try handle.close()
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let complaint = Self.complaint(path)
            unlink(temporary)
            throw complaint
        }
    }

    /// Reads the file; `nil` if it is missing, invalid, or a file of another user.
    static func read(_ path: String) -> RunningFile? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let data = try? handle.read(upToCount: 4_096)
        return data.flatMap { try? JSONDecoder().decode(RunningFile.self, from: $0) }
    }

    /// Removes the file, unless another process has replaced it.
    func remove(from path: String) {
        guard Self.read(path)?.token == token else { return }
        unlink(path)
    }

    private static func complaint(_ path: String) -> CommandError {
        CommandError("Can’t write \(path): \(String(cString: strerror(errno)))")
    }
}
