import Foundation

/// Small files that only their owner can read.
enum OwnerFile {
    /// Writes a file, readable only by its owner from its creation.
    ///
    /// - Throws: ``CommandError`` with the system's message, or an error of Foundation.
    static func write(_ data: Data, to path: String) throws {
        let temporary = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
        try FileManager.default.createDirectory(
            at: URL(fileURLWithPath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
        unlink(temporary)
        let file = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw complaint(path) }
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

    /// Reads at most 4 KiB of a file; `nil` if it is missing, or a file that others can access.
    static func read(_ path: String) -> Data? {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard file >= 0 else { return nil }
        let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_uid == geteuid(), facts.st_mode & S_IFMT == S_IFREG,
            facts.st_mode & 0o077 == 0
        else { return nil }
        return try? handle.read(upToCount: 4_096)
    }

    private static func complaint(_ path: String) -> CommandError {
        CommandError("Can’t write \(path): \(String(cString: strerror(errno)))")
    }
}
