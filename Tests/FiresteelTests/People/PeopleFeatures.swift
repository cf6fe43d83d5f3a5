import Firesteel
import FiresteelFlags
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization

/// A program that serves several people: each of its features depends on something else about them.
enum Shop: FeatureGroup {
    static let subfeatures = features(
        Reports.self, Administration.self, Wishlist.self, Extras.self, Maintenance.self, Delivery.self, Counter.self)

    static let extras = Product("extras", .nonConsumable)
}

/// By a flag with a rule on the plan.
enum Reports: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: false) }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// By a constraint of the program's own on the role.
enum Administration: ConditionalFeature {
    static var constraints: Constraints { Role("admin") }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// By the person's own choice.
enum Wishlist: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// By what the account has bought, and only beside reports.
enum Extras: ConditionalFeature {
    static var constraints: Constraints {
        Purchase(Shop.extras)
        Requires(Reports.self)
    }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// The same for everyone.
enum Maintenance: ConditionalFeature {
    static var constraints: Constraints { RuntimeEnabled(default: true) }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// By a constraint that reads a flag and another feature without declaring either.
enum Delivery: ConditionalFeature {
    static var constraints: Constraints { Undeclared() }
    static let open = action(Visit.self)
    static let actions = declare(open)
}

/// Always available.
enum Counter: Feature {
    static let visit = action(Visit.self)
    static let ask = action(AskPrice.self)
    static let fail = action(FailToAnswer.self)
    static let silent = action(StaySilent.self)
    static let receipt = action(WriteReceipt.self)
    static let unwritable = action(ReturnUnwritable.self)
    static let odd = action(ReturnOdd.self)
    static let actions = declare(visit, ask, fail, silent, receipt, unwritable, odd)
}

/// Does what its input says.
enum Visit: Action {
    static let analyticsIdentifier: String? = "visit"

    static func perform(_ context: ActionContext<Errand>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await context.input.body(context.session)
        return .success
    }
}

struct Errand: Sendable {
    let body: @Sendable (ActionSession) async throws -> Void
    init(_ body: @escaping @Sendable (ActionSession) async throws -> Void = { _ in }) { self.body = body }
}

enum AskPrice: ReplyAction {
    static func reply(to context: ActionContext<Int>) async throws -> String { "\(context.input) €" }
}

enum FailToAnswer: ReplyAction {
    struct SoldOutError: Error {}
    static func reply(to context: ActionContext<NoInput>) async throws -> String { throw SoldOutError() }
}

enum StaySilent: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: Reply<Int>) async throws -> ActionOutcome {
        .success
    }
}

struct Receipt: Encodable {
    let total: Int
    let at: Date
}

enum WriteReceipt: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> Receipt {
        Receipt(total: 7, at: Date(timeIntervalSince1970: 60))
    }
}

/// Has no JSON.
struct Unwritable {}

enum ReturnUnwritable: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> Unwritable { Unwritable() }
}

/// Returns a number that JSON doesn't have.
enum ReturnOdd: ReplyAction {
    static func reply(to context: ActionContext<NoInput>) async throws -> Double { .infinity }
}

/// Met for people with a role.
struct Role: Constraint {
    let role: String
    init(_ role: String) { self.role = role }

    var label: String { "Role" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let now = subject.context["role"]
        guard now == .string(role) else { return .unmet("No \(role)", because: "Needs the role \(role)") }
        return .met("\(role)")
    }
}

/// Met where a flag that it doesn't declare is on, and another feature is available.
struct Undeclared: Constraint {
    static let region = Flag("shop.region", default: false)
    var label: String { "Undeclared" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        guard Self.region.value else { return .unmet("No region", because: "Not delivered here") }
        guard Wishlist.availability.isAvailable else { return .unmet("No list", because: "Needs a wishlist") }
        return .met("Yes")
    }
}

/// On where an attribute has a value.
struct ByAttribute: FlagRule {
    let name: String
    let value: JSONValue
    var dependsOnContext: Bool { true }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        let isOn = context.attributes[name] == value
        return .value(.bool(isOn), variant: isOn ? "on" : "off", reason: .targetingMatch)
    }
}

/// The shop with its flags and accounts.
struct ShopFixture {
    let server = MemoryProvider("Server")
    let accounts = Accounts()
    let theme = Flag("shop.theme", default: "plain")

    /// The purchases of each account.
    final class Accounts: Sendable {
        private let trackers = Mutex<[Principal: TestPurchaseTracker]>([:])

        func tracker(_ principal: Principal) -> TestPurchaseTracker {
            trackers.withLock { trackers in
                if let known = trackers[principal] { return known }
                let tracker = TestPurchaseTracker(otherwise: .known([]))
                trackers[principal] = tracker
                return tracker
            }
        }

        var source: PerPrincipalSource<Purchases> {
            PerPrincipalSource(Purchases.sourceName) { principal in
                Purchases(principal.map { [self.tracker($0)] } ?? [])
            }
        }
    }

    init() {
        server.setRule(ByAttribute(name: "plan", value: "premium"), for: "Shop/Reports")
        server.setRule(ByAttribute(name: "region", value: "EU"), for: "shop.region")
        server.setRule(ThemeByKey(), for: "shop.theme")
    }

    func run(
        _ configure: (inout RuntimeConfiguration) -> Void = { _ in }, _ body: (TestRuntime) async throws -> Void
    ) async throws {
        try await withTestRuntime(
            Shop.self,
            {
                $0.flags = FlagStack([server], overrides: MemoryProvider("Overrides"))
                $0.sources = [accounts.source]
                configure(&$0)
            },
            { test in
                try test.runtime.flags.declare([theme.declaration, Undeclared.region.declaration])
                try await body(test)
            })
    }
}

/// The targeting key in a sentence, so that no two users have the same value.
struct ThemeByKey: FlagRule {
    var dependsOnContext: Bool { true }

    func evaluate(_ context: borrowing EvaluationContext, now: Int64) -> FlagEvaluation {
        .value(.string("theme of \(context.targetingKey ?? "nobody")"), reason: .split)
    }
}
