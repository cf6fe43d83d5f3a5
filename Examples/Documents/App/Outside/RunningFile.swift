import Foundation

/// Where the app listens and what it must be told, in a file for other programs of the same person.
struct RunningFile: Codable {
    /// Where the app listens on 127.0.0.1.
    let port: UInt16
    /// What a request must carry.
    let token: String

    /// Writes the file, for its owner alone from its first moment on.
    ///
    /// - Throws: ``CommandError`` in the system's words.
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

    /// Reads the file; `nil` where there is none, none that says something, or one of another user.
    static func read(_ path: String) -> RunningFile? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & S_IFMT == S_IFREG else { return nil }
        let data = try? handle.read(upToCount: 4_096)
        return data.flatMap { try? JSONDecoder().decode(RunningFile.self, from: $0) }
    }

    /// Removes the file, unless another start has written it since.
    func remove(from path: String) {
        guard Self.read(path)?.token == token else { return }
        unlink(path)
    }

    private static func complaint(_ path: String) -> CommandError {
        CommandError("Can’t write \(path): \(String(cString: strerror(errno)))")
    }
}
