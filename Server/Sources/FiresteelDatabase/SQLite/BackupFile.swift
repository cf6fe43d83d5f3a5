#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that appears under its name once it is complete, and that only its owner can read.
struct BackupFile: ~Copyable {
    private let path: String
    private let replaces: Bool
    private let file: Int32
    /// The path of the file until it is complete.
    let partial: String

    /// Creates an empty file.
    ///
    /// - Parameter replaces: Whether it replaces another file once it is complete. Otherwise another file is an error.
    init(path: String, replaces: Bool) throws {
        guard replaces || access(path, F_OK) != 0 else { throw DatabaseError.file(path: path, code: EEXIST) }
        let partial = "\(path).partial"
        // The remains of an interrupted copy.
        _ = unlink(partial)
        let file = open(partial, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DatabaseError.file(path: partial, code: errno) }
        self.path = path
        self.replaces = replaces
        self.file = file
        self.partial = partial
    }

    deinit {
        _ = close(file)
        _ = unlink(partial)
    }

    /// Makes the file appear under its name, after everything of it is on the disk.
    func complete() throws {
        guard fsync(file) == 0 else { throw DatabaseError.file(path: partial, code: errno) }
        // A link, other than a renamed file, never replaces one.
        guard (replaces ? rename(partial, path) : link(partial, path)) == 0 else {
            throw DatabaseError.file(path: path, code: errno)
        }
        try flushFolder()
    }

    /// Makes the name of the file survive a loss of power.
    private func flushFolder() throws {
        let end = path.lastIndex(of: "/")
        let folder = end.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw DatabaseError.file(path: folder, code: errno) }
        defer { _ = close(descriptor) }
        guard fsync(descriptor) == 0 else { throw DatabaseError.file(path: folder, code: errno) }
    }
}
