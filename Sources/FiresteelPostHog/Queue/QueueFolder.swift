import FiresteelTimeline
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Why the queue can't do what it should, in a sentence.
struct QueueError: Error, CustomStringConvertible {
    let description: String
}

/// The folder of one process's queue, among those of other processes.
///
/// Each process has a folder of its own, `queue-…`, below the common one and holds a lock on a file in it for as long as it
/// lives. A folder whose lock can be had belongs to nobody any more: its events are taken over.
struct QueueFolder: ~Copyable {
    /// The folder of this process.
    let path: String
    private let common: String
    private let lock: Int32

    /// Makes a folder for this process, or takes over one that nobody has.
    ///
    /// - Throws: ``QueueError``.
    init(in common: String) throws {
        if let code = FolderMaking.make(common) {
            throw QueueError(description: "The folder \(common) can't be made: \(SystemError.message(code)).")
        }
        for path in Self.folders(in: common) {
            guard case .held(let lock) = Self.lock(path) else { continue }
            self.init(path: path, common: common, lock: lock)
            return
        }
        // Another process may take over what was just made and not locked yet.
        for _ in 0..<8 {
            let path = "\(common)/queue-\(UUID().uuidString.lowercased())"
            guard mkdir(path, S_IRWXU) == 0 else {
                throw QueueError(description: "The folder \(path) can't be made: \(SystemError.message(errno)).")
            }
            switch Self.lock(path) {
            case .held(let lock):
                self.init(path: path, common: common, lock: lock)
                return
            case .failed(let code):
                rmdir(path)
                throw QueueError(description: "The folder \(path) can't be used: \(SystemError.message(code)).")
            case .taken: continue
            }
        }
        throw QueueError(description: "No folder in \(common) stays this process's own.")
    }

    private init(path: String, common: String, lock: Int32) {
        self.path = path
        self.common = common
        self.lock = lock
    }

    deinit { close(lock) }

    /// The files of events in a folder, the oldest first.
    static func segments(in path: String) -> [String] {
        names(in: path).filter { $0.hasSuffix(".jsonl") }.sorted().map { "\(path)/\($0)" }
    }

    /// Takes over the events of processes that are gone.
    ///
    /// - Parameter take: Takes a file's path. Called with the lock of its folder held.
    /// - Returns: What could not be looked at, and why.
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
                faults.append(QueueError(description: "Events in \(path) can't be taken over: \(words)."))
            case .taken: continue
            }
        }
        return faults
    }

    /// Removes the folder; whoever has none makes another.
    consuming func remove() { Self.removeFolder(path) }

    /// Whether there is something to take over, or to remove.
    static func isAnything(in common: String) -> Bool { !folders(in: common).isEmpty }

    /// Fails, without harm, where a file is left in it.
    private static func removeFolder(_ path: String) {
        // The lock goes last: whoever waits for it looks whether it still stands there.
        guard segments(in: path).isEmpty else { return }
        unlink(path + "/lock")
        rmdir(path)
    }

    private static func folders(in common: String) -> [String] {
        names(in: common).filter { $0.hasPrefix("queue-") }.sorted().map { "\(common)/\($0)" }
    }

    /// A folder that can't be listed has nothing for us.
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
        // A folder that is just being removed is gone.
        guard descriptor >= 0 else { return errno == ENOENT || errno == ENOTDIR ? .taken : .failed(errno) }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let code = errno
            close(descriptor)
            return code == EWOULDBLOCK ? .taken : .failed(code)
        }
        // Between opening and locking somebody may have removed it, and a lock on that is worth nothing.
        var (held, standing) = (stat(), stat())
        guard fstat(descriptor, &held) == 0, stat(file, &standing) == 0, held.st_ino == standing.st_ino else {
            close(descriptor)
            return .taken
        }
        return .held(descriptor)
    }
}
