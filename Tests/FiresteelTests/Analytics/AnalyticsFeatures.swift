import Firesteel
import FiresteelTesting
import FiresteelTimeline
import Synchronization

/// The features that tests of analytics perform.
enum AnalyzedApp: FeatureGroup {
    static let subfeatures = features(NovelReading.self)
}

enum NovelReading: Feature {
    static let open = action(OpenNovel.self)
    static let turn = action(TurnNovelPage.self)
    static let unnamed = action(UnnamedPage.self)
    static let actions = declare(open, turn, unnamed)
}

/// A book, and what becomes of opening it.
struct Novel: Sendable {
    var title: String
    var pages = 10
    var outcome = ActionOutcome.success
    /// Done while it is being opened.
    var whileOpening: @Sendable () async throws -> Void = {}
}

enum OpenNovel: Action {
    static let analyticsIdentifier: String? = "book-open"
    /// The number of calls for attributes, by the book's title.
    static let asked = Mutex<[String: Int]>([:])

    static func analyticsAttributes(of book: Novel) -> AnalyticsAttributes {
        asked.withLock { $0[book.title, default: 0] += 1 }
        return ["pages": .int(book.pages)]
    }

    static func perform(_ context: ActionContext<Novel>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await context.input.whileOpening()
        return context.input.outcome
    }
}

enum TurnNovelPage: UIAction {
    static let analyticsIdentifier: String? = "page-turn"

    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) throws -> ActionOutcome { .success }
}

/// Analytics knows nothing of it.
enum UnnamedPage: Action {
    static func analyticsAttributes(of input: NoInput) -> AnalyticsAttributes { ["never": true] }

    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Records the calls.
final class RecordingProvider: AnalyticsProvider {
    enum Call: Equatable {
        case start, discard, reset, flush, close(Duration)
        case record(String)
        case identify(String)
    }

    private struct State {
        var calls: [Call] = []
        var events: [AnalyticsEvent] = []
        var fault: (@Sendable (String) -> Void)?
    }

    let name: String
    private let state = Mutex(State())
    private let onRecord: @Sendable (AnalyticsEvent) -> Void

    init(_ name: String = "recording", onRecord: @escaping @Sendable (AnalyticsEvent) -> Void = { _ in }) {
        self.name = name
        self.onRecord = onRecord
    }

    var calls: [Call] { state.withLock { $0.calls } }
    var events: [AnalyticsEvent] { state.withLock { $0.events } }
    func report(_ words: String) { state.withLock { $0.fault }?(words) }

    func start(reporting fault: @escaping @Sendable (String) -> Void) {
        state.withLock { state in
            state.calls.append(.start)
            state.fault = fault
        }
    }

    func record(_ event: AnalyticsEvent) {
        onRecord(event)
        state.withLock { state in
            state.calls.append(.record(event.fullName))
            state.events.append(event)
        }
    }

    func identify(_ user: String) { record(.identify(user)) }
    func reset() { record(.reset) }
    func discard() throws {
        record(.discard)
        if name == "stubborn" { throw StubbornError() }
    }
    func flush() async { record(.flush) }
    func close(within limit: Duration) async { record(.close(limit)) }

    private func record(_ call: Call) { state.withLock { $0.calls.append(call) } }
}

struct StubbornError: Error {}
