import Synchronization

/// The recorded calls of a presenter, for tests.
///
/// Define the calls as an enumeration, and write a presenter that records each call in one line:
///
/// ```swift
/// enum DocumentCall: Equatable { case show(Document), showError(String) }
///
/// struct RecordingWindow: DocumentPresenter {
///     let recorded = RecordingPresenter<DocumentCall>()
///     func show(_ document: Document) { recorded.record(.show(document)) }
///     func showError(_ message: String) { recorded.record(.showError(message)) }
/// }
///
/// let window = RecordingWindow()
/// await DocumentManagement.open.perform(document, presenter: window)
/// #expect(window.recorded.calls == [.show(document)])
/// ```
///
/// Safe to use from any thread. It is `Sendable` if the calls are.
public final class RecordingPresenter<Call> {
    private let lock = Mutex(())
    private var recorded: [Call] = []

    /// Creates a presenter that wasn't called yet.
    public init() {}

    /// Records a call.
    public func record(_ call: Call) { lock.withLock { _ in recorded.append(call) } }

    /// The recorded calls, in order.
    public var calls: [Call] {
        var calls: [Call] = []
        lock.withLock { _ in calls = recorded }
        return calls
    }

    /// Removes all recorded calls.
    public func reset() { lock.withLock { _ in recorded = [] } }
}

// Unchecked: the calls are read and changed only while holding the lock.
extension RecordingPresenter: @unchecked Sendable where Call: Sendable {}
