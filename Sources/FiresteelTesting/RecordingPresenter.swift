import Synchronization

/// A presenter for tests that records its calls.
///
/// Define the calls as an enumeration, and conform to your presenter with one line for each:
///
/// ```swift
/// enum DocumentCall: Equatable { case show(Document), showError(String) }
///
/// extension RecordingPresenter: DocumentPresenter where Call == DocumentCall {
///     func show(_ document: Document) { record(.show(document)) }
///     func showError(_ words: String) { record(.showError(words)) }
/// }
///
/// let presenter = RecordingPresenter<DocumentCall>()
/// await DocumentManagement.open.perform(document, presenter: presenter)
/// #expect(presenter.calls == [.show(document)])
/// ```
///
/// Safe to use from any thread.
public final class RecordingPresenter<Call: Sendable>: Sendable {
    private let recorded = Mutex<[Call]>([])

    /// Creates a presenter that wasn't called yet.
    public init() {}

    /// Records a call.
    public func record(_ call: Call) { recorded.withLock { $0.append(call) } }

    /// The recorded calls, in order.
    public var calls: [Call] { recorded.withLock { $0 } }

    /// Removes all recorded calls.
    public func reset() { recorded.withLock { $0 = [] } }
}
