extension PerformFrame {
    /// The innermost frame here, read where it lies.
    ///
    /// The same as ``ambient``. `TaskLocal.get()` is generic and not inlined: it copies the whole frame through its witness
    /// table, which takes most of the time of a log line that nobody wants. This takes what is used of it.
    @inline(__always)
    static var innermost: PerformFrame? {
        // The value stays as long as this code runs, since it was put there by a call that this code is below of.
        let key = Unmanaged.passUnretained(ambientLocal).toOpaque()
        return valueOfTaskLocal(key)?.assumingMemoryBound(to: PerformFrame?.self).pointee
    }
}

/// Where the value of a task local lies, `nil` where it was given none: the entry of the Swift runtime, part of its stable
/// interface, that `TaskLocal.get()` itself calls.
@_silgen_name("swift_task_localValueGet")
private func valueOfTaskLocal(_ key: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
