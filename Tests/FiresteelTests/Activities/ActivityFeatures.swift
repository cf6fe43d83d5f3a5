import Firesteel
import FiresteelTimeline
import Foundation
import Synchronization

/// The features that tests of activities perform.
enum ActivityApp: FeatureGroup {
    static let subfeatures = features(Library.self, Gated.self, Shelf.self)
}

/// Has routes: one that holds anywhere, and one that says where.
enum Shelf: Feature {
    static let open = action(OpenPage.self)
    static let actions = declare(open)
    static var routes: FeatureRoutes {
        Route("any/$(title)", to: open, in: .anyUniversal)
        Route("page/$(title)", to: open, in: .app("library"))
    }
}

enum Library: Feature {
    static let open = action(OpenPage.self, .published)
    static let home = action(GoHome.self)
    static let suggest = action(SuggestPage.self)
    static let opaque = action(OpenOpaque.self)
    static let odd = action(OpenOdd.self)
    static let close = action(CloseLibrary.self)
    static let plain = action(PlainPage.self)
    static let actions = declare(open, home, suggest, opaque, odd, close, plain)
}

enum Gated: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let open = action(OpenPage.self)
    static let suggest = action(SuggestPage.self)
    static let actions = declare(open, suggest)
}

/// The task of an action of the library.
struct Page: Codable, Sendable, Hashable {
    enum End: String, Codable { case success, closing, failure, failureClosing, cancelled }

    var title: String
    var date = Date(timeIntervalSince1970: 1_767_225_600)
    var end = End.success

    var outcome: ActionOutcome {
        switch end {
        case .success: .success
        case .closing: .successClosing
        case .failure: .failure(SampleError())
        case .failureClosing: .failureClosing(SampleError())
        case .cancelled: .cancelled
        }
    }
}

enum OpenPage: Action {
    static let activityEligibility: ActivityEligibility = [.perform, .search, .handoff]
    /// The performed tasks, by title.
    static let performed = Mutex<[String: [Page]]>([:])

    static func activity(for page: Page) -> ActivityContent? {
        page.title.isEmpty ? nil : ActivityContent(title: page.title, subtitle: "A page", keywords: ["paper"])
    }

    static func perform(_ context: ActionContext<Page>, presenter: NoPresenter) async throws -> ActionOutcome {
        performed.withLock { $0[context.input.title, default: []].append(context.input) }
        return context.input.outcome
    }
}

/// Needs no input.
enum GoHome: UIAction {
    static let activityEligibility: ActivityEligibility = [.perform]
    static func activity(for input: NoInput) -> ActivityContent? { ActivityContent(title: "Home") }
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) throws -> ActionOutcome { .success }
}

/// May be suggested, and so must be found.
enum SuggestPage: Action {
    static let activityEligibility: ActivityEligibility = [.prediction]
    static func activity(for page: Page) -> ActivityContent? { ActivityContent(title: page.title, continuing: page) }
    static func perform(_ context: ActionContext<Page>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.input.outcome
    }
}

/// Has an input that can't be made from outside.
enum OpenOpaque: Action {
    struct Opaque: Sendable {}
    static let activityEligibility: ActivityEligibility = [.perform]
    static func activity(for input: Opaque) -> ActivityContent? { ActivityContent(title: "Opaque") }
    static func perform(_ context: ActionContext<Opaque>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Has an input that JSON doesn't know.
enum OpenOdd: Action {
    static let activityEligibility: ActivityEligibility = [.perform]
    static func activity(for number: Double) -> ActivityContent? {
        ActivityContent(title: "Odd", continuing: [number])
    }
    static func perform(_ context: ActionContext<Double>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CloseLibrary: TerminatingAction {}

/// Leaves no activity.
enum PlainPage: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Records the calls.
final class RecordingPublisher: ActivityPublisher, ShortcutDonor {
    enum Call: Equatable {
        case publish(String), resign(String), donate(String), remove(ActivitySelection)
    }

    let name: String
    private let state = Mutex<(calls: [Call], published: [PublishedActivity])>(([], []))

    init(_ name: String = "recording") { self.name = name }

    var calls: [Call] { state.withLock { $0.calls } }
    var published: [PublishedActivity] { state.withLock { $0.published } }
    func forget() { state.withLock { $0 = ([], []) } }

    func publish(_ activity: PublishedActivity) throws {
        try record(.publish(activity.title))
        state.withLock { $0.published.append(activity) }
    }
    func resign(_ activity: PublishedActivity) throws { try record(.resign(activity.title)) }
    func donate(_ activity: PublishedActivity) throws { try record(.donate(activity.title)) }
    func remove(_ selection: ActivitySelection) throws { try record(.remove(selection)) }

    private func record(_ call: Call) throws {
        if name == "failing" { throw SampleError() }
        state.withLock { $0.calls.append(call) }
    }
}
