extension PerformFrame {
    /// The innermost frame here, a bare one included.
    @inline(__always)
    static var innermost: PerformFrame? { currentPointer?.pointee }

    /// Whether nothing is being performed here: there is no frame, or a bare one of the given dispatcher's runtime.
    @inline(__always)
    static func isOutsideOfActions(of dispatcher: Dispatcher) -> Bool {
        guard let frame = currentPointer else { return true }
        return frame.pointee.reference == nil
            && frame.pointee.unownedSession._withUnsafeGuaranteedRef { $0.dispatcher === dispatcher }
    }

    /// The dispatcher of the innermost frame, as long as the code runs that asks.
    @inline(__always)
    static var innermostDispatcher: Unmanaged<Dispatcher>? {
        currentPointer.map {
            $0.pointee.unownedSession._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.dispatcher) }
        }
    }

    /// The session, without counting a reference to it.
    @inline(__always)
    var unownedSession: Unmanaged<ActionSession> { Unmanaged.passUnretained(session) }

    /// Where the innermost frame lies.
    ///
    /// `TaskLocal.get()` is generic and not inlined: it copies the whole frame through its witness table and counts a reference
    /// to its session, which takes most of the time of a log line that nobody wants. From here, what is used of it is read.
    ///
    /// It stays as long as the code runs that asks, since it was put there by a call that this code is below of.
    @inline(__always)
    static var currentPointer: UnsafePointer<PerformFrame>? {
        let key = Unmanaged.passUnretained(ambientLocal).toOpaque()
        guard let value = valueOfTaskLocal(key)?.assumingMemoryBound(to: PerformFrame?.self), value.pointee != nil
        else {
            return nil
        }
        // An optional has what it wraps at its beginning.
        return UnsafeRawPointer(value).assumingMemoryBound(to: PerformFrame.self)
    }
}

/// Where the value of a task local lies, `nil` where it was given none: the entry of the Swift runtime, part of its stable
/// interface, that `TaskLocal.get()` itself calls.
@_silgen_name("swift_task_localValueGet")
private func valueOfTaskLocal(_ key: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
