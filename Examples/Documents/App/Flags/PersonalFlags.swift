import DocumentsCore
import Firesteel
import FiresteelFlags

/// What the flags say for the person in a tab.
///
/// The page keeps an identifier for as long as the browser keeps it, so that a share of people that something is given to
/// stays the same share: whoever has the wide editor today has it tomorrow.
struct PersonalFlags: Sendable {
    private let stack: FlagStack
    private let flags: DocumentsFlags

    /// - Throws: where the flags are declared differently already.
    init(_ runtime: FeatureRuntime) throws {
        stack = runtime.flags
        flags = try runtime.flags.register(DocumentsFlags.self)
    }

    /// How somebody writes.
    func editor(of person: String) -> EditorLayout { stack.value(of: flags.editor, in: context(person)) }

    /// How many words somebody reads in a minute.
    func readingSpeed(of person: String) -> Int { stack.value(of: flags.readingSpeed, in: context(person)) }

    private func context(_ person: String) -> EvaluationContext { EvaluationContext(targetingKey: person) }

    /// Something where values come from changed, whomever it concerns; several changes may be told as one.
    func changes() -> AsyncStream<Void> {
        let providers = (stack.overrides.map { [$0] } ?? []) + stack.providers
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscriptions = providers.map { provider in provider.subscribe { _ in continuation.yield() } }
            // Released with the stream, which ends them without waiting for a handler.
            continuation.onTermination = { _ in withExtendedLifetime(subscriptions) {} }
        }
    }
}
