/// A weak reference from an attached object to its runtime, which retains the object.
struct RuntimeLink: Sendable {
    /// Returns the runtime while it exists.
    let runtime: @Sendable () -> FeatureRuntime?

    init(_ runtime: FeatureRuntime) { self.runtime = { [weak runtime] in runtime } }

    func hooks() -> PerformHooks? { runtime()?.dispatcher.hooks }

    /// Reports a fault once.
    func report(_ message: String) { runtime()?.dispatcher.report(.observer(message)) }
}
