extension TaskLocal {
    /// Calls a closure with the address of the current value, or `nil` if there is none.
    ///
    /// `TaskLocal.get()` is generic and not inlined: it copies the whole value through its witness table, and counts each
    /// reference in it. Through the pointer, only the used fields are read.
    ///
    /// The address is valid until the closure returns. Objects that the value refers to are retained as long as the caller
    /// runs, because one of its callers set the value.
    ///
    /// With the trait `OfficialOnly`, the address is that of a copy.
    @inlinable
    @inline(__always)
    package func withCurrentPointer<Wrapped, Result>(
        _ body: (UnsafePointer<Wrapped>?) -> Result
    ) -> Result where Value == Wrapped? {
        #if OfficialOnly
        guard let value = get() else { return body(nil) }
        return withUnsafePointer(to: value) { body($0) }
        #else
        let key = Unmanaged.passUnretained(self).toOpaque()
        guard let address = taskLocalValue(key), address.assumingMemoryBound(to: Value.self).pointee != nil else {
            return body(nil)
        }
        // The value of an optional is at the start of its storage.
        return body(UnsafeRawPointer(address).assumingMemoryBound(to: Wrapped.self))
        #endif
    }
}

#if !OfficialOnly
/// Returns the address of the value of a task local, or `nil` if it has none.
///
/// The entry of the Swift runtime that `TaskLocal.get()` itself calls.
@_silgen_name("swift_task_localValueGet")
@usableFromInline
func taskLocalValue(_ key: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
#endif
