import FiresteelBase

extension PerformFrame {
    /// The innermost frame, which may be a bare one.
    @inline(__always)
    static var innermost: PerformFrame? { withInnermost { $0?.pointee } }

    /// Calls a closure with the address of the innermost frame, or `nil` if there is none.
    ///
    /// The address is valid until the closure returns, the frame's session as long as the calling code runs.
    @inline(__always)
    static func withInnermost<Result>(_ body: (UnsafePointer<PerformFrame>?) -> Result) -> Result {
        ambientLocal.withCurrentPointer(body)
    }

    /// Returns whether no action is in effect: there is no frame, or a bare one of the dispatcher's runtime.
    @inline(__always)
    static func isOutsideOfActions(of dispatcher: Dispatcher) -> Bool {
        withInnermost { frame in
            guard let frame else { return true }
            return frame.pointee.reference == nil
                && frame.pointee.unownedSession.withBorrowed { $0.dispatcher === dispatcher }
        }
    }

    /// The session of the innermost frame, valid while the calling code runs.
    @inline(__always)
    static var innermostSession: Unmanaged<ActionSession>? { withInnermost { $0?.pointee.unownedSession } }

    /// The dispatcher of the innermost frame, valid while the calling code runs.
    @inline(__always)
    static var innermostDispatcher: Unmanaged<Dispatcher>? {
        innermostSession?.withBorrowed { Unmanaged.passUnretained($0.dispatcher) }
    }

    /// The session, without reference counting.
    @inline(__always)
    var unownedSession: Unmanaged<ActionSession> { Unmanaged.passUnretained(session) }
}
