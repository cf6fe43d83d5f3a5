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

    /// Returns the editor layout of a tab's user.
    func editor(of tab: Tab) -> EditorLayout { value(of: flags.editor, for: tab) }

    /// Returns whether Fast Save is on for a tab's user.
    func fastSave(of tab: Tab) -> Bool { value(of: flags.fastSave, for: tab) }

    /// Returns the reading speed of a tab's user, the number of words per minute.
    func readingSpeed(of tab: Tab) -> Int { value(of: flags.readingSpeed, for: tab) }

    /// Reads a flag in the tab's session, so that the inspector shows the value that the tab has.
    private func value<Value>(of flag: Flag<Value>, for tab: Tab) -> Value {
        tab.session.use { stack.value(of: flag, in: .documents(tab.person)) }
    }

    /// The origin of flags, or `nil` without a server.
    var origin: FlagOrigin? {
        for provider in stack.providers {
            if let origin = FlagOrigin(provider.status) { return origin }
        }
        return nil
    }

    /// Returns a stream of changes to flag values and to their origin, of any user; several changes may be combined.
    func changes() -> AsyncStream<Void> {
        let providers = (stack.overrides.map { [$0] } ?? []) + stack.providers
        return AsyncStream(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let subscriptions = providers.map { provider in provider.subscribe { _ in continuation.yield() } }
            // Released with the stream, which ends them without waiting for a handler.
            continuation.onTermination = { _ in withExtendedLifetime(subscriptions) {} }
        }
    }
}
