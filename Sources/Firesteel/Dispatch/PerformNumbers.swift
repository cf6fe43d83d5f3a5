import FiresteelTimeline

/// The identifiers and times of a perform.
///
/// A trivial value, so that it is filled in without copying a frame, which counts references.
struct PerformNumbers: Sendable {
    var perform: UInt64 = 0
    var parent: UInt64 = 0
    var root: UInt64 = 0
    var began: UInt64 = 0
    var stack: UInt32 = 0
    var entry: Int32 = -1
    var depth: UInt8 = 0
    let source: ActionSource
    let isUserInitiated: Bool

    init(source: ActionSource, isUserInitiated: Bool) {
        self.source = source
        self.isUserInitiated = isUserInitiated
    }

    /// Takes the identifiers of its cause, for an action that is hidden from the timeline.
    mutating func hide(below cause: PerformCause) {
        perform = cause.perform
        root = cause.root
        stack = cause.stack
        depth = cause.depth
    }
}
