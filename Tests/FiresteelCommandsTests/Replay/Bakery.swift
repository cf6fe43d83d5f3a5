import Firesteel
import FiresteelFlags
import Synchronization

/// A program that can have a planted fault: an order that a discount makes free can't be paid.
enum BakeryFeatures: FeatureGroup {
    static let subfeatures = features(Ordering.self, Discounts.self)
}

enum Ordering: Feature {
    static let start = action(StartOrder.self)
    static let add = action(AddItem.self)
    static let pay = action(PayOrder.self)
    static let refund = action(RefundOrder.self)
    static let guess = action(GuessTotal.self)
    static let actions = declare(start, add, pay, refund, guess)
}

enum Discounts: ConditionalFeature {
    static var constraints: Constraints { Flagged() }
    static let apply = action(ApplyDiscount.self)
    static let actions = declare(apply)
}

enum PaymentError: Error {
    case nothingToPay
}

// guide: ReportsBecomeTests
struct Item: ReplayableInput {
    let name: String
    let price: Int
}

struct Refund: ReplayableInput {
    static let hiddenKeys = ["card"]

    let reason: String
    let card: String
}
// end

struct Payment: ReplayableInput {
    let method: String
}

struct Discount: ReplayableInput {
    let percent: Int
}

/// The order of a session.
final class Order: Sendable {
    /// Outside of recordings and replays the fault is fixed.
    static let current = TaskLocal(wrappedValue: Order(isFixed: true))
    private let total = Mutex(0)
    private let isFixed: Bool

    init(isFixed: Bool = false) { self.isFixed = isFixed }

    func start() { total.withLock { $0 = 0 } }
    func add(_ price: Int) { total.withLock { $0 += price } }
    func reduce(_ percent: Int) { total.withLock { $0 -= $0 * percent / 100 } }

    func pay() throws {
        guard isFixed || total.withLock({ $0 > 0 }) else { throw PaymentError.nothingToPay }
    }
}

enum StartOrder: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        Order.current.get().start()
        return .success
    }
}

enum AddItem: Action {
    static func perform(_ context: ActionContext<Item>, presenter: NoPresenter) async throws -> ActionOutcome {
        Order.current.get().add(context.input.price)
        return .success
    }
}

enum ApplyDiscount: Action {
    static func perform(_ context: ActionContext<Discount>, presenter: NoPresenter) async throws -> ActionOutcome {
        Order.current.get().reduce(context.input.percent)
        return .success
    }
}

enum PayOrder: Action {
    static func perform(_ context: ActionContext<Payment>, presenter: NoPresenter) async throws -> ActionOutcome {
        try Order.current.get().pay()
        return .success
    }
}

enum RefundOrder: Action {
    static func perform(_ context: ActionContext<Refund>, presenter: NoPresenter) async throws -> ActionOutcome {
        try Order.current.get().pay()
        return .success
    }
}

protocol TotalPresenter: Sendable {
    func show(_ total: Int)
}

/// An action whose input isn't replayable.
enum GuessTotal: Action {
    static func perform(_ context: ActionContext<Int>, presenter: any TotalPresenter) async throws -> ActionOutcome {
        presenter.show(context.input)
        return .success
    }
}
