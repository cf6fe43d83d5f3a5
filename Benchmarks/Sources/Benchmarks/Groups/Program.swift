import CBenchmarkSupport
import Firesteel
import FiresteelTimeline

/// The measured program: an unconditional feature, two conditional ones, one of them with a flag, and a chain of four
/// that perform each other's actions.
enum Program: FeatureGroup {
    static let subfeatures = features(
        Work.self, OnRequest.self, OnFlag.self, First.self, Second.self, Third.self, Fourth.self)
}

enum Work: Feature {
    static let nothing = action(Nothing.self)
    static let described = action(Described.self)
    static let nothingAtOnce = action(NothingAtOnce.self)
    static let nested = action(Nested.self)
    static let logging = action(LoggingLines.self)
    static let actions = declare(nothing, described, nothingAtOnce, nested, logging)
}

enum OnRequest: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

enum OnFlag: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: true) }
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

enum First: Feature {
    static let open = action(OpenSecond.self)
    static let actions = declare(open)
}

enum Second: Feature {
    static let open = action(OpenThird.self)
    static let actions = declare(open)
}

enum Third: Feature {
    static let open = action(OpenFourth.self)
    static let actions = declare(open)
}

enum Fourth: Feature {
    static let nothing = action(Nothing.self)
    static let actions = declare(nothing)
}

/// An action with the body of ``doNothing()``.
enum Nothing: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        bench_keep(await doNothing() ? 1 : 0)
        return .success
    }
}

enum NothingAtOnce: UIAction {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) throws -> ActionOutcome {
        bench_keep(1)
        return .success
    }
}

/// An input whose description is a text.
struct Title: TimelineDescribable, Sendable {
    let text: String

    func describe(to summary: inout InputSummary) { summary.add(text) }
}

enum Described: Action {
    static func perform(_ context: ActionContext<Title>, presenter: NoPresenter) async throws -> ActionOutcome {
        bench_keep(await doNothing() ? 1 : 0)
        return .success
    }
}

/// An action that performs another one.
enum Nested: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Work.nothing.perform()
    }
}

enum OpenSecond: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Second.open.perform()
    }
}

enum OpenThird: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Third.open.perform()
    }
}

enum OpenFourth: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        await Fourth.nothing.perform()
    }
}

/// The lines to write, with a typical description.
struct LinesToWrite: TimelineDescribable, Sendable {
    let count: Int
    let write: @Sendable (Int) -> Void

    func describe(to summary: inout InputSummary) { summary.add("Q4 plan.md") }
}

enum LoggingLines: Action {
    static func perform(_ context: ActionContext<LinesToWrite>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.input.write(context.input.count)
        return .success
    }
}
