import Synchronization

/// The address of the inspector, which starts after the app.
final class InspectorAddress: Sendable {
    /// `nil` before it is known, and an address of `nil` without an inspector.
    private let stored = Mutex<String??>(nil)

    /// Sets the address with the token, or `nil` if there is no inspector.
    func set(_ text: String?) { stored.withLock { $0 = .some(text) } }

    /// Returns the address, for which it waits up to five seconds while the program starts.
    func text() async -> String? {
        for _ in 0..<100 {
            if let known = stored.withLock({ $0 }) { return known }
            guard (try? await Task.sleep(for: .milliseconds(50))) != nil else { break }
        }
        return nil
    }
}
