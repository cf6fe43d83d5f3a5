import Firesteel
import FiresteelTimeline

/// The features that tests of dispatching perform.
enum SampleApp: FeatureGroup {
    static let subfeatures = features(Editing.self, Sharing.self, Exporting.self)
}

enum Editing: Feature {
    static let run = action(RunClosure.self)
    static let tap = action(Tap.self)
    static let rename = action(Rename.self, .published)
    static let close = action(Close.self)
    static let hush = action(Hush.self)
    static let stay = action(StayOnMain.self)
    static let actions = declare(run, tap, rename, close, hush, stay)

    /// Never declared.
    static let stray = action(Stray.self)
}

enum Sharing: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let share = action(RunClosure.self)
    static let actions = declare(share)
}

enum Exporting: Feature {
    static let run = action(RunClosure.self)
    static let actions = declare(run)
}

/// Does what its input says.
enum RunClosure: Action {
    struct Input {
        let body: (ActionContext<Input>) async throws -> ActionOutcome
    }

    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await context.input.body(context)
    }
}

extension Performable where BoundAction == RunClosure {
    /// Performs a closure as an action.
    @discardableResult
    func perform(
        options: PerformOptions = PerformOptions(),
        _ body: @escaping (ActionContext<RunClosure.Input>) async throws -> ActionOutcome
    ) async -> ActionOutcome {
        await perform(RunClosure.Input(body: body), options: options)
    }
}

enum Tap: UIAction {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) throws -> ActionOutcome { .success }
}

enum Close: TerminatingAction {}

enum Stray: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// An action that leaves nothing on the timeline.
enum Hush: Action {
    static let timelineRecording = TimelineRecording.hidden

    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Editing.rename.perform(Title(text: "quiet"))
    }
}

struct Title: TimelineDescribable, Sendable {
    let text: String

    func describe(to summary: inout InputSummary) {
        summary.add("Title", text)
    }
}

enum Rename: Action {
    static func perform(_ context: ActionContext<Title>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Fails unless it is performed on the main actor.
enum StayOnMain: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        MainActor.assertIsolated()
        return .success
    }
}

struct SampleError: Error, Equatable {}
