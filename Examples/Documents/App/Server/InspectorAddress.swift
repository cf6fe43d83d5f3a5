import Synchronization

/// The address of the inspector, which starts after the app.
final class InspectorAddress: Sendable {
    private let stored = Mutex<String?>(nil)

    /// The address with the token, or `nil` before the inspector has started.
    var text: String? {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}
