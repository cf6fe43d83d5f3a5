import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// Which runtime is meant where none is named.
enum CurrentRuntime {
    /// The main session of the default runtime.
    ///
    /// Set once and never released, so that reading it is one load.
    private static let defaultSession = Atomic<UInt>(0)
    /// Its dispatcher, to be had without asking the session, which would count references to it.
    private static let defaultDispatcher = Atomic<UInt>(0)
    /// Whether there is or was a runtime beside the default one.
    ///
    /// Until then the task local need not be read.
    private static let hasOthers = Atomic<Bool>(false)

    /// The default runtime itself, kept as long as the process.
    private static let defaultRuntime = Mutex<FeatureRuntime?>(nil)

    /// Makes a runtime the default one.
    ///
    /// `false` if there is one already.
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

    static func noteOther() {
        hasOthers.store(true, ordering: .relaxed)
        _ = readsFlagsHere
    }

    /// Lets flags without a stack of their own be read in that of the runtime in effect.
    private static let readsFlagsHere: Void = FlagStack.setResolver {
        // Held by the frame's session for as long as the frame is in effect.
        PerformFrame.innermostDispatcher.map {
            $0._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.flags) }
        }
    }

    /// The dispatcher in effect.
    @inline(__always)
    static func withDispatcher<Result>(_ body: (Dispatcher?) -> Result) -> Result {
        guard let dispatcher else { return body(nil) }
        return dispatcher._withUnsafeGuaranteedRef { body($0) }
    }

    /// The dispatcher in effect, without counting a reference to it.
    ///
    /// One load as long as there is only the default runtime.
    @inline(__always)
    static var dispatcher: Unmanaged<Dispatcher>? {
        if hasOthers.load(ordering: .relaxed), let dispatcher = PerformFrame.innermostDispatcher { return dispatcher }
        return defaultMainDispatcher
    }

    /// The dispatcher in effect where there is only the default runtime, so that what is being done need not be asked.
    @inline(__always)
    static func withOnlyDispatcher<Result>(_ body: (Dispatcher) -> Result?) -> Result? {
        guard !hasOthers.load(ordering: .relaxed), let dispatcher = defaultMainDispatcher else { return nil }
        return dispatcher._withUnsafeGuaranteedRef { body($0) }
    }

    /// The runtime in effect.
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
