import FiresteelBase
import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// The runtime in effect if none is specified.
enum CurrentRuntime {
    /// The main session of the default runtime.
    ///
    /// Set once and never released, so that reading it costs one load.
    private static let defaultSession = Atomic<UInt>(0)
    /// The dispatcher of the default session, readable without counting references to it.
    private static let defaultDispatcher = Atomic<UInt>(0)
    /// Whether there is or was a runtime besides the default one.
    ///
    /// Until then the task local need not be read.
    private static let hasOthers = Atomic<Bool>(false)

    /// The default runtime, retained for the lifetime of the process.
    private static let defaultRuntime = Mutex<FeatureRuntime?>(nil)

    /// Sets the default runtime.
    ///
    /// - Returns: `false` if there already is one.
    static func setDefault(_ runtime: FeatureRuntime) -> Bool {
        let pointer = Unmanaged.passRetained(runtime.main)
        let (stored, _) = defaultSession.compareExchange(
            expected: 0, desired: UInt(bitPattern: pointer.toOpaque()), ordering: .acquiringAndReleasing)
        guard stored else {
            pointer.release()
            return false
        }
        defaultDispatcher.store(
            UInt(bitPattern: Unmanaged.passUnretained(runtime.main.dispatcher).toOpaque()), ordering: .releasing)
        defaultRuntime.withLock { $0 = runtime }
        return true
    }

    static func recordOther() {
        hasOthers.store(true, ordering: .relaxed)
        _ = readsFlagsHere
    }

    /// Makes flags without a separate stack read in the stack of the runtime in effect.
    private static let readsFlagsHere: Void = FlagStack.setResolver {
        // Retained by the frame's session while the frame is in effect.
        PerformFrame.innermostDispatcher.map {
            $0.withBorrowed { Unmanaged.passUnretained($0.flags) }
        }
    }

    /// Calls a closure with the dispatcher in effect.
    @inline(__always)
    static func withDispatcher<Result>(_ body: (Dispatcher?) -> Result) -> Result {
        guard let dispatcher else { return body(nil) }
        return dispatcher.withBorrowed { body($0) }
    }

    /// The dispatcher in effect, without counting a reference to it.
    ///
    /// Costs one load while there is only the default runtime.
    @inline(__always)
    static var dispatcher: Unmanaged<Dispatcher>? {
        if hasOthers.load(ordering: .relaxed), let dispatcher = PerformFrame.innermostDispatcher { return dispatcher }
        return defaultMainDispatcher
    }

    /// Calls a closure with the dispatcher in effect if there is only the default runtime.
    ///
    /// Doesn't read the task local.
    @inline(__always)
    static func withOnlyDispatcher<Result>(_ body: (Dispatcher) -> Result?) -> Result? {
        guard !hasOthers.load(ordering: .relaxed), let dispatcher = defaultMainDispatcher else { return nil }
        return dispatcher.withBorrowed { body($0) }
    }

    static var runtime: FeatureRuntime? { withDispatcher { $0?.runtime } }

    @inline(__always)
    private static var defaultMainDispatcher: Unmanaged<Dispatcher>? {
        UnsafeRawPointer(bitPattern: defaultDispatcher.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }

    @inline(__always)
    static var defaultMain: Unmanaged<ActionSession>? {
        UnsafeRawPointer(bitPattern: defaultSession.load(ordering: .acquiring)).map { Unmanaged.fromOpaque($0) }
    }
}
