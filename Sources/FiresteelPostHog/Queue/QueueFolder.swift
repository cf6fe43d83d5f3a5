import FiresteelBase
import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// An error of the queue's files.
struct QueueError: Error, CustomStringConvertible {
    let description: String
}

/// The folder of one process's queue, beside those of other processes.
///
/// Each process has a separate folder, `queue-…`, in the common one, and holds a lock on a file in it as long as it
/// lives. A folder whose lock is available is abandoned: its events are taken over.
struct QueueFolder: ~Copyable {
    /// The folder of this process.
    let path: String
    private let common: String
    private let lock: Int32

    /// Creates a folder for this process, or takes over an abandoned one.
    ///
    /// - Throws: ``QueueError``.
    init(in common: String) throws {
        if let code = FolderMaking.make(common) {
            throw QueueError(description: "Can't create folder \(common): \(SystemError.message(code)).")
        }
        for path in Self.folders(in: common) {
            guard case .held(let lock) = Self.lock(path) else { continue }
            self.init(path: path, common: common, lock: lock)
            return
        }
        // Another process may take over a new folder before it is locked.
        for _ in 0..<8 {
            let path = "\(common)/queue-\(UUID().uuidString.lowercased())"
            guard mkdir(path, S_IRWXU) == 0 else {
                throw QueueError(description: "Can't create folder \(path): \(SystemError.message(errno)).")
            }
            switch Self.lock(path) {
            case .held(let lock):
                self.init(path: path, common: common, lock: lock)
                return
            case .failed(let code):
                rmdir(path)
                throw QueueError(description: "Can't use folder \(path): \(SystemError.message(code)).")
            case .taken: continue
            }
        }
        throw QueueError(description: "Can't reserve a folder in \(common) for this process.")
    }

    private init(path: String, common: String, lock: Int32) {
        self.path = path
        self.common = common
        self.lock = lock
    }

    deinit { close(lock) }

    /// Returns the files of events in a folder, the oldest first.
    static func segments(in path: String) -> [String] {
        names(in: path).filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(path)/\($0)" }
    }

    /// Takes over the events of ended processes.
    ///
    /// - Parameter take: Receives a file's path while the lock of its folder is held.
    /// - Returns: The errors of folders that could not be read.
    func adopt(_ take: (_ file: String) -> Void) -> [QueueError] {
        var faults: [QueueError] = []
        for path in Self.folders(in: common) where path != self.path {
            switch Self.lock(path) {
            case .held(let lock):
                for file in Self.segments(in: path) { take(file) }
                Self.removeFolder(path)
                close(lock)
            case .failed(let code):
                let words = SystemError.message(code)
                faults.append(QueueError(description: "Can't take over events in \(path): \(words)."))
            case .taken: continue
            }
        }
        return faults
    }

    /// Removes the folder; its next user creates another.
    consuming func remove() { Self.removeFolder(path) }

    /// Returns whether there are events to take over, or folders to remove.
    static func isAnything(in common: String) -> Bool { !folders(in: common).isEmpty }

    /// Removes a folder.
    ///
    /// Fails without effect if it contains a file.
    private static func removeFolder(_ path: String) {
        // The lock file is last: a process waiting for it checks whether it still exists.
        guard segments(in: path).isEmpty else { return }
        unlink(path + "/lock")
        rmdir(path)
    }

    private static func folders(in common: String) -> [String] {
        names(in: common).filter { $0.hasPrefix("queue-") }.sorted().map { "\(common)/\($0)" }
    }

    /// Returns the names in a folder; an unreadable folder has none.
    private static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                })
        }
        return names
    }

    private enum Locking {
        case held(Int32)
        /// Another process has it.
        case taken
        case failed(Int32)
    }

    private static func lock(_ path: String) -> Locking {
        let file = path + "/lock"
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        // A folder that is being removed is no longer available.
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .taken : .failed(errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            return code == EWOULDBLOCK ? .taken : .failed(code)
        }
        // Another process may have removed the file between opening and locking, which makes the lock void.
        var (held, standing) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, stat(file, &standing) == 0, held.st_ino == standing.st_ino else {
            close(descriptor)
            return .taken
        }
        return .held(descriptor)
    }
}
