#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock of a file between processes and between threads, which ends with its holder.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Locks a file, which is created if it is missing.
    /// - Parameter waits: Whether to wait for another holder.
    /// - Returns: `nil` if another holder has the lock, or the file can't be created.
    init?(_ path: String, waits: Bool) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { return nil }
        var result: Int32
        repeat { result = flock(descriptor, waits ? LOCK_EX : LOCK_EX | LOCK_NB) } while result != 0 && errno == EINTR
        if result != 0 {
            close(descriptor)
            return nil
        }
    }

    deinit { close(descriptor) }
}
