import Firesteel
import FiresteelAutomation
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation

/// A program whose actions are performed by scripts.
enum ScriptedApp: FeatureGroup {
    static let subfeatures = features(Shelf.self, Reports.self, Archive.self)
}

enum Shelf: Feature {
    static let add = action(AddBook.self, .published)
    static let burn = action(BurnBook.self, .published)
    static let draw = action(DrawBook.self, .published)
    static let fail = action(FailBook.self, .published)
    static let length = action(MeasureBook.self, .published)
    static let lend = action(LendBook.self, .published)
    static let print = action(PrintBook.self, .published)
    static let secret = action(SecretBook.self)
    static let wait = action(WaitForBook.self, .published)
    static let actions = declare(add, burn, draw, fail, length, lend, print, secret, wait)
}

/// Its flag depends on who calls.
enum Reports: ConditionalFeature {
    static let name = "Reports"
    static var constraints: Constraints { Flagged(default: false) }
    static let count = action(CountReport.self, .published)
    static let actions = declare(count)
}

/// Has an action with the same identifier as another feature.
enum Archive: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let add = action(AddBook.self, .published)
    static let actions = declare(add)
}

enum Cover: String, CaseIterable, Codable { case paper, linen }

struct Book: Codable, DescribedInput {
    struct Author: Codable {
        let name: String
        let born: Int?
    }

    let title: String
    let pages: Int
    let cover: Cover
    let author: Author?
    let isRead: Bool?

    static let inputFields = [
        FieldDescription("title", "The title"), FieldDescription("pages", "Its length", in: 1...9_999),
    ]
}

protocol BookPresenter { func show(_ book: Book) }

struct BookOutput: BookPresenter {
    let output: ActionOutput

    func show(_ book: Book) { output.write("\(book.title), \(book.pages) pages", book) }

    static let named = AutomationPresenter((any BookPresenter).self) { BookOutput(output: $0) }
}

protocol CanvasPresenter {}

enum AddBook: Action {
    static let description = "Add a book"
    static func perform(_ context: ActionContext<Book>, presenter: any BookPresenter) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}

enum BurnBook: Action {
    static let effect = ActionEffect.destroys
    static func perform(_ context: ActionContext<Title>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

struct Title: Codable { let title: String }

enum DrawBook: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: any CanvasPresenter) async throws -> ActionOutcome
    { .success }
}

struct ShelfFullError: Error, CustomStringConvertible { let description = "The shelf is full." }

enum FailBook: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw ShelfFullError()
    }
}

/// Replies, so it needs no presenter.
enum MeasureBook: ReplyAction {
    static let effect = ActionEffect.reads
    static func reply(to context: ActionContext<Title>) async throws -> [String: Int] {
        ["letters": context.input.title.count]
    }
}

/// Has an input that can't be decoded.
enum LendBook: Action {
    struct Reader: Sendable {}
    static func perform(_ context: ActionContext<Reader>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

/// Shows as many letters as its input says.
enum PrintBook: Action {
    static func perform(_ context: ActionContext<Int>, presenter: any PagePresenter) async throws -> ActionOutcome {
        presenter.print(String(repeating: "é", count: context.input))
        return .success
    }
}

protocol PagePresenter { func print(_ text: String) }

struct PageOutput: PagePresenter {
    let output: ActionOutput

    func print(_ text: String) { output.write(text) }

    static let named = AutomationPresenter((any PagePresenter).self) { PageOutput(output: $0) }
}

enum SecretBook: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum WaitForBook: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await Task.sleep(for: .seconds(3_600))
        return .success
    }
}

/// Counts for one caller after the other.
enum CountReport: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> String {
        FeatureRuntime.current == nil ? "none" : "counted"
    }
}

/// The flag of reports is on for callers on the plan `premium`.
let reportRules = """
    {"flags": {"ScriptedApp/Reports": {"state": "ENABLED", "variants": {"on": true, "off": false},
     "defaultVariant": "off", "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "on", "off"]}}}}
    """

/// Runs a test with the program and an offer of its actions.
func withScriptedApp(
    limits: AutomationLimits = AutomationLimits(), _ body: (TestRuntime, Automation) async throws -> Void
) async throws {
    let rules = RuleSetProvider("Rules", try FlagDefinitions(json: Array(reportRules.utf8)))
    try await withTestRuntime(ScriptedApp.self) {
        $0.flags = FlagStack([rules], overrides: MemoryProvider("Test"))
        $0.runSize = 8 << 20
    } _: { test in
        try await body(
            test, Automation(test.runtime, presenters: [BookOutput.named, PageOutput.named], limits: limits))
    }
}

let script = AutomationCaller("Script")
