import CBenchmarkSupport

/// Detection of system calls.
enum SystemCalls {
    /// Runs a function twice on a separate thread: once normally, and once with system calls disabled, which end the
    /// thread.
    ///
    /// - Returns: Whether it made a system call, or `nil` if the system doesn't support the check.
    static func happen(_ body: @escaping @Sendable () -> Void) -> Bool? {
        var body = body
        let result = withUnsafeMutablePointer(to: &body) { pointer in
            bench_runs_without_system_calls(
                { $0?.assumingMemoryBound(to: (@Sendable () -> Void).self).pointee() }, pointer)
        }
        return result < 0 ? nil : result == 0
    }

    /// An error if an intentional system call wasn't detected, which makes the check invalid.
    struct UnnoticedSystemCallsError: Error {}
}
