/// The way back from what is attached to a runtime, without keeping it: it is the runtime that keeps what is attached.
struct RuntimeLink: Sendable {
    /// The runtime, as long as there is one.
    let runtime: @Sendable () -> FeatureRuntime?

    init(_ runtime: FeatureRuntime) { self.runtime = { [weak runtime] in runtime } }

    func hooks() -> PerformHooks? { runtime()?.dispatcher.hooks }

    /// Tells a developer what is wrong, once.
    func report(_ words: String) { runtime()?.dispatcher.report(.observer(words)) }
}
