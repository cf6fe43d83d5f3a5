import DocumentsCore
import Firesteel
import FiresteelFlags

/// Flag values for the user of a tab.
///
/// The identifier of a user is stored in the browser, so that the rollout of a flag includes the same users each day.
struct PersonalFlags: Sendable {
    private let stack: FlagStack
    private let flags: DocumentsFlags

    /// - Throws: `FlagSetupError` if the flags are registered with other declarations.
    init(_ runtime: FeatureRuntime) throws {
        stack = runtime.flags
        flags = try runtime.flags.register(DocumentsFlags.self)
    }

    /// Returns the user's editor layout.
    func editor(of person: String) -> EditorLayout { stack.value(of: flags.editor, in: context(person)) }

    /// Returns the user's reading speed, the number of words per minute.
    func readingSpeed(of person: String) -> Int { stack.value(of: flags.readingSpeed, in: context(person)) }

    private func context(_ person: String) -> EvaluationContext { EvaluationContext(targetingKey: person) }

    /// Returns a stream of changes to flag values, of any user; several changes may be combined.
    func changes() -> AsyncStream<Void> {
        let providers = (stack.overrides.map { [$0] } ?? []) + stack.providers
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscriptions = providers.map { provider in provider.subscribe { _ in continuation.yield() } }
            // Released with the stream, which ends them without waiting for a handler.
            continuation.onTermination = { _ in withExtendedLifetime(subscriptions) {} }
        }
    }
}
