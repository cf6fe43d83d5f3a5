import CBenchmarkSupport

/// Whether something calls the system.
enum SystemCalls {
    /// Runs something twice on a thread of its own: once as it is, and once where a system call ends the thread.
    /// - Returns: Whether it was ended; `nil` where the system can't do that.
    static func happen(_ body: @escaping @Sendable () -> Void) -> Bool? {
        var body = body
        let result = withUnsafeMutablePointer(to: &body) { pointer in
            bench_runs_without_system_calls(
                { $0?.assumingMemoryBound(to: (@Sendable () -> Void).self).pointee() }, pointer)
        }
        return result < 0 ? nil : result == 0
    }

    /// A system call was made on purpose and went by unnoticed, so that nothing can be said of others.
    struct UnnoticedSystemCallsError: Error {}
}
