#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writes to a pipe or socket whose reader has closed it, without the signal `SIGPIPE`, which would end the process.
///
/// The program's own handling of that signal doesn't change.
enum BrokenPipe {
    #if canImport(Darwin)
    /// Writes to a stream.
    ///
    /// The signal is sent to the process rather than to the thread, so only the stream can suppress it. The setting is
    /// permanent and applies to all writers of the stream; reverting it would race with other threads.
    static func withoutSignal(
        from descriptor: Int32, _ write: () -> LogWriting.Result
    ) -> LogWriting.Result {
        // Fails if there is no stream, which the write reports.
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        return write()
    }
    #else
    /// Writes to a stream.
    ///
    /// The signal is sent to the writing thread: it is blocked there during the write, and consumed if it was raised.
    static func withoutSignal(
        from descriptor: Int32, _ write: () -> LogWriting.Result
    ) -> LogWriting.Result {
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        // A signal that is already pending was blocked by the program and is left alone.
        guard sigismember(&pending, SIGPIPE) != 1 else { return write() }
        var mask = sigset_t()
        guard pthread_sigmask(SIG_BLOCK, &broken, &mask) == 0 else { return write() }
        defer { pthread_sigmask(SIG_SETMASK, &mask, nil) }
        let result = write()
        guard result.code == EPIPE else { return result }
        var atOnce = timespec()
        while sigtimedwait(&broken, nil, &atOnce) == -1, errno == EINTR {}
        return result
    }
    #endif
}
