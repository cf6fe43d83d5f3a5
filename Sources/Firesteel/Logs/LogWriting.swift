#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing the bytes of a line.
enum LogWriting {
    /// How a write ended.
    struct Result {
        /// How many bytes were written.
        var count = 0
        /// The system's error number, 0 if all bytes were written.
        var code: Int32 = 0
    }

    /// How long a reader that is slow, as of a pipe that doesn't block, is waited for.
    private static let patienceInMilliseconds: Int32 = 100

    /// Writes bytes with one call of the system, or with more where it takes less than all of them.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result {
        var result = Result()
        while result.count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[result.count...])
            let written = systemWrite(descriptor, rest.baseAddress, rest.count)
            // Nothing taken and nothing said is as if there were no room: trying again need not come to an end.
            let code = written < 0 ? errno : ENOSPC
            if written > 0 {
                result.count += written
            } else if code != EINTR, code != EAGAIN || !isWritable(descriptor) {
                result.code = code
                return result
            }
        }
        return result
    }

    /// The same to a stream whose reader may be gone: that is the code `EPIPE`, and never ends the process.
    ///
    /// A file has no such reader, so that writing to it is spared the calls of the system that this takes.
    static func write(_ bytes: UnsafeRawBufferPointer, toStream descriptor: Int32) -> Result {
        BrokenPipe.withoutSignal(from: descriptor) { write(bytes, to: descriptor) }
    }

    private static func isWritable(_ descriptor: Int32) -> Bool {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&request, 1, patienceInMilliseconds) == 1
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
