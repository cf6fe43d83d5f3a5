import Firesteel
import FiresteelTimeline

/// The features for tests of the inspector.
enum SampleApp: FeatureGroup {
    static let subfeatures = features(Editing.self, Sharing.self)
}

enum Editing: Feature {
    static let description = "Write documents"
    static let tags = ["text"]
    static let save = action(Save.self, .published)
    static let nest = action(Nest.self)
    static let wait = action(Wait.self)
    static let close = action(Close.self)
    static let actions = declare(save, nest, wait, close)
    /// Never declared.
    static let stray = action(Stray.self)
}

enum Sharing: ConditionalFeature {
    static var constraints: Constraints {
        UserToggled(default: true)
        RuntimeEnabled()
    }
    static let share = action(Save.self)
    static let actions = declare(share)
}

/// A document with a secret that must not appear anywhere.
struct Document: TimelineDescribable, Sendable {
    var title: String
    var fails = false
    static let secret = "planted-secret"

    func describe(to summary: inout InputSummary) {
        summary.add(title)
        summary.add("Password", Secret(Self.secret))
    }
}

struct DiskFullError: Error, CustomStringConvertible {
    var description: String { "The disk is full" }
}

enum Save: Action {
    static let description = "Write a document to disk"
    static func perform(_ context: ActionContext<Document>, presenter: NoPresenter) async throws -> ActionOutcome {
        if context.input.fails { throw DiskFullError() }
        return .success
    }
}

/// Performs another action, and logs.
enum Nest: Action {
    static func perform(_ context: ActionContext<Document>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Editing.save.perform(context.input)
        return .success
    }
}

/// Goes on until it is let go.
enum Wait: Action {
    struct Input {
        let began: AsyncStream<Void>.Continuation
        let gate: AsyncStream<Void>
    }

    static func perform(_ context: ActionContext<Input>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.input.began.yield()
        for await _ in context.input.gate { break }
        return .success
    }
}

enum Close: TerminatingAction {}

enum Stray: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
