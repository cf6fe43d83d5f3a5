#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Writing to a pipe or socket whose reader is gone, without the signal `SIGPIPE`, by which the system ends the process.
///
/// What the program does about that signal elsewhere is its own affair and stays as it is.
enum BrokenPipe {
    #if canImport(Darwin)
    /// Writes to a stream.
    ///
    /// The signal is sent to the process and not to the thread, so that only the stream can be told not to raise it. That
    /// holds from then on and for whoever writes to it; taking it back would race with other threads.
    static func withoutSignal(
        from descriptor: Int32, _ write: () -> LogWriting.Result
    ) -> LogWriting.Result {
        // Fails where there is no stream, which the write then says.
        _ = fcntl(descriptor, F_SETNOSIGPIPE, 1)
        return write()
    }
    #else
    /// Writes to a stream.
    ///
    /// The signal is sent to the thread that writes: it is blocked there meanwhile, and taken away where it came.
    static func withoutSignal(
        from descriptor: Int32, _ write: () -> LogWriting.Result
    ) -> LogWriting.Result {
        var broken = sigset_t()
        sigemptyset(&broken)
        sigaddset(&broken, SIGPIPE)
        var pending = sigset_t()
        sigpending(&pending)
        // One that waits already is blocked already, and isn't ours to take; another one makes no difference to it.
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
