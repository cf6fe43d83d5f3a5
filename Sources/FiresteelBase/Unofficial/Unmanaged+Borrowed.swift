extension Unmanaged {
    /// Calls a closure with the object, without counting a reference to it.
    ///
    /// The caller ensures that the object is retained elsewhere until the closure returns.
    ///
    /// With the trait `OfficialOnly`, the reference is counted unless the optimizer removes the count.
    @inlinable
    @inline(__always)
    package func withBorrowed<Result>(_ body: (Instance) throws -> Result) rethrows -> Result {
        #if OfficialOnly
        try body(takeUnretainedValue())
        #else
        try _withUnsafeGuaranteedRef(body)
        #endif
    }
}
