extension PerformFrame {
    /// The innermost frame, which may be a bare one.
    @inline(__always)
    static var innermost: PerformFrame? { currentPointer?.pointee }

    /// Returns whether no action is in effect: there is no frame, or a bare one of the dispatcher's runtime.
    @inline(__always)
    static func isOutsideOfActions(of dispatcher: Dispatcher) -> Bool {
        guard let frame = currentPointer else { return true }
        return frame.pointee.reference == nil
            && frame.pointee.unownedSession._withUnsafeGuaranteedRef { $0.dispatcher === dispatcher }
    }

    /// The dispatcher of the innermost frame, valid while the calling code runs.
    @inline(__always)
    static var innermostDispatcher: Unmanaged<Dispatcher>? {
        currentPointer.map {
            $0.pointee.unownedSession._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.dispatcher) }
        }
    }

    /// The session, without reference counting.
    @inline(__always)
    var unownedSession: Unmanaged<ActionSession> { Unmanaged.passUnretained(session) }

    /// The address of the innermost frame.
    ///
    /// `TaskLocal.get()` is generic and not inlined: it copies the whole frame through its witness table and retains
    /// its session, which takes most of the time of a log line below the threshold. Through the pointer, only the used
    /// fields are read.
    ///
    /// Valid while the calling code runs, since the frame was stored by one of its callers.
    @inline(__always)
    static var currentPointer: UnsafePointer<PerformFrame>? {
        let key = Unmanaged.passUnretained(ambientLocal).toOpaque()
        guard let value = valueOfTaskLocal(key)?.assumingMemoryBound(to: PerformFrame?.self), value.pointee != nil
        else {
            return nil
        }
        // The value of an optional is at the start of its storage.
        return UnsafeRawPointer(value).assumingMemoryBound(to: PerformFrame.self)
    }
}

/// Returns the address of the value of a task local, or `nil` if it has none.
///
/// The entry of the Swift runtime that `TaskLocal.get()` itself calls, part of the stable interface.
@_silgen_name("swift_task_localValueGet")
private func valueOfTaskLocal(_ key: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?
