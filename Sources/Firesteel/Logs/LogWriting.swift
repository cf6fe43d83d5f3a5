#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing the bytes of a line.
enum LogWriting {
    /// The result of a write.
    struct Result {
        /// The number of bytes written.
        var count = 0
        /// The system's error number, 0 if all bytes were written.
        var code: Int32 = 0
    }

    /// The maximum wait for a slow reader, such as that of a non-blocking pipe.
    private static let patienceInMilliseconds: Int32 = 100

    /// Writes bytes with one system call, or with more after a partial write.
    static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Result {
        var result = Result()
        while result.count < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[result.count...])
            let written = systemWrite(descriptor, rest.baseAddress, rest.count)
            // A write of nothing without an error is treated like a full disk; retrying might never end.
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

    /// Writes to a stream whose reader may have closed it: that results in the code `EPIPE`, and never ends the
    /// process.
    ///
    /// Files have no reader, so writing to them avoids the additional system calls.
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
