#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The folder of a SQLite database, which only its owner can read.
struct SQLiteFolder: ~Copyable {
    private let lock: FolderLock?

    /// Whether this value has the folder's lock: no server uses it, and none starts.
    var isLocked: Bool { lock != nil }

    /// Creates the folder and an empty database file if they are missing, restricts both to their owner, and locks the
    /// folder until the value is destroyed.
    ///
    /// - Parameter besideOthers: Whether the folder may be used without its lock while another process has it.
    init(path: String, file: String, besideOthers: Bool) throws {
        try Self.restrictFolder(path, file: file)
        let lock: FolderLock?
        do {
            lock = try FolderLock(path)
        } catch DatabaseError.inUse where besideOthers {
            lock = nil
        }
        // SQLite gives its other files the permissions of this one.
        for name in [file, "\(file)-wal", "\(file)-shm"] {
            try Self.restrictFile("\(path)/\(name)", creates: name == file)
        }
        self.lock = lock
    }

    /// Creates a folder for its owner alone, or takes the rights of others from one that has no other purpose.
    private static func restrictFolder(_ path: String, file: String) throws {
        if mkdir(path, 0o700) == 0 { return }
        let code = errno
        var status = stat()
        guard code == EEXIST, stat(path, &status) == 0 else { throw DatabaseError.file(path: path, code: code) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw DatabaseError.file(path: path, code: ENOTDIR) }
        guard status.st_mode & 0o077 != 0 else { return }
        let isPrivate = status.st_uid == geteuid() && status.st_mode & mode_t(S_ISVTX) == 0
        guard try isPrivate && (access("\(path)/\(file)", F_OK) == 0 || isEmpty(path)) else {
            throw DatabaseError.file(
                path: path, reason: "other users can access this folder; use a new one, or run chmod 700 \(path)")
        }
        guard chmod(path, 0o700) == 0 else { throw DatabaseError.file(path: path, code: errno) }
    }

    private static func isEmpty(_ path: String) throws -> Bool {
        guard let folder = opendir(path) else { throw DatabaseError.file(path: path, code: errno) }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // "." and "..".
        return count <= 2
    }

    /// Restricts a file to its owner.
    private static func restrictFile(_ path: String, creates: Bool) throws {
        if creates {
            let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
            guard file >= 0 else { throw DatabaseError.file(path: path, code: errno) }
            _ = close(file)
        }
        guard chmod(path, 0o600) == 0 || errno == ENOENT else { throw DatabaseError.file(path: path, code: errno) }
    }
}

/// A lock of a folder that other processes see, and that ends with this process at the latest.
struct FolderLock: ~Copyable {
    private let file: Int32

    /// Locks a folder, or throws ``DatabaseError/inUse(folder:)`` if it is locked already.
    init(_ folder: String) throws {
        let path = "\(folder)/lock"
        let file = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw DatabaseError.file(path: path, code: errno) }
        guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            _ = close(file)
            throw code == EWOULDBLOCK ? DatabaseError.inUse(folder: folder) : DatabaseError.file(path: path, code: code)
        }
        self.file = file
    }

    deinit { _ = close(file) }
}

extension DatabaseError {
    /// Returns an error for a file by the system's error number.
    static func file(path: String, code: Int32) -> DatabaseError {
        .file(path: path, reason: strerror(code).map { String(cString: $0) } ?? "error \(code)")
    }
}
