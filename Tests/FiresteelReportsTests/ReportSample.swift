import Firesteel
import FiresteelFlags
import FiresteelReports
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Logging

/// A program with secrets in all places that a report reads.
enum Bank: FeatureGroup {
    static let subfeatures = features(Account.self, Transfers.self)

    enum Account: Feature {
        static let enter = action(Enter.self)
        static let refresh = action(Refresh.self)
        static let fail = action(FailWith.self)
        static let actions = declare(enter, refresh, fail)
    }

    enum Transfers: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: false) }
    }
}

struct BankFlags: FlagContainer {
    static let key = "bank"
    let serviceToken = Flag(default: "token-default-planted")
    let greeting = Flag(default: "Hello")
}

struct Credentials: TimelineDescribable {
    let name: String
    @Secret var password: String

    func describe(to summary: inout InputSummary) {
        summary.add("Name", name)
        summary.add("Password", $password)
    }
}

/// Signs in, and refreshes below that.
enum Enter: Action {
    static func perform(_ context: ActionContext<Credentials>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.logger.warning(
            "Signed in \(context.input.name) with metadata-planted", metadata: ["api-key": "metadata-planted"])
        await Bank.Account.refresh.perform(Note(text: "below \(context.input.name)"))
        return .success
    }
}

struct Note: TimelineDescribable, Sendable {
    let text: String
    func describe(to summary: inout InputSummary) { summary.add("Text", text) }
}

enum Refresh: Action {
    static func perform(_ context: ActionContext<Note>, presenter: NoPresenter) async throws -> ActionOutcome {
        context.logger.info("Refreshing \(context.input.text)")
        return .success
    }
}

struct BankError: Error, CustomStringConvertible {
    let description: String
}

enum FailWith: Action {
    static func perform(_ context: ActionContext<Note>, presenter: NoPresenter) async throws -> ActionOutcome {
        throw BankError(description: context.input.text)
    }
}

/// A runtime of the bank with its log lines kept.
func makeBank(_ configure: (inout RuntimeConfiguration) -> Void = { _ in }) throws -> TestRuntime {
    let log = RecordingLogOutput()
    let test = try TestRuntime(Bank.self) {
        $0.program = ProgramDescription(name: "Bank", version: "1.4", build: "2071")
        $0.logger = log.logger
        configure(&$0)
    }
    _ = try test.runtime.flags.register(BankFlags.self)
    return test
}

/// Flags of the bank of which a rule decides one.
func makeBankFlags() throws -> FlagStack {
    let definitions = try FlagDefinitions(
        json: Array(
            #"""
            {"flags": {"bank.greeting": {
              "state": "ENABLED", "variants": {"plain": "Hello", "warm": "Welcome back"}, "defaultVariant": "plain",
              "targeting": {"if": [{"==": [{"var": "plan"}, "premium"]}, "warm"]}}}}
            """#.utf8))
    let provider = MemoryProvider("Rules")
    provider.setRule(definitions.rule(for: "bank.greeting"), for: "bank.greeting")
    let stack = FlagStack([provider], overrides: MemoryProvider("Test"))
    stack.setContext(EvaluationContext(attributes: ["plan": "premium"]))
    return stack
}

/// A section that tells what it is given.
struct GivenSection: ReportSection {
    var identifier = "given"
    var title = "Given"
    let body: @Sendable (ReportRequest) async throws -> ReportContent

    func content(_ request: ReportRequest) async throws -> ReportContent { try await body(request) }
}
