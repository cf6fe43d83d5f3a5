import Firesteel
import FiresteelBehaviour
import FiresteelTesting

/// The features of the tests.
enum Shop: FeatureGroup {
    static let subfeatures = features(Basket.self, Sharing.self, Beta.self)

    /// Returns the path of an action of a feature.
    static func path(_ feature: String, _ action: String) -> ActionPath {
        ActionPath(feature: FeaturePath("Shop/\(feature)"), action: action)
    }
}

enum Basket: Feature {
    static let open = action(Open.self)
    static let add = action(Add.self)
    static let pay = action(Pay.self)
    static let actions = declare(open, add, pay)

    static let openPath = Shop.path("Basket", "Open")
    static let addPath = Shop.path("Basket", "Add")
    static let payPath = Shop.path("Basket", "Pay")
}

enum Sharing: ConditionalFeature {
    static var constraints: Constraints { UserToggled(default: true) }
    static let share = action(Share.self)
    static let actions = declare(share)
    static let path = Shop.path("Sharing", "Share")
}

enum Beta: ConditionalFeature {
    static var constraints: Constraints { Flagged(default: false) }
    static let probe = action(Probe.self)
    static let actions = declare(probe)
    static let path = Shop.path("Beta", "Probe")
}

/// An action that does what its input does.
protocol ScriptedAction: Action where Input == Work, Presenter == NoPresenter {}

extension ScriptedAction {
    static func perform(_ context: ActionContext<Work>, presenter: NoPresenter) async throws -> ActionOutcome {
        try await context.input.run()
        return .success
    }
}

struct Work: Sendable {
    var run: @Sendable () async throws -> Void = {}
}

enum Open: ScriptedAction {}
enum Add: ScriptedAction {}
enum Pay: ScriptedAction {}
enum Share: ScriptedAction {}
enum Probe: ScriptedAction {}

extension NextAction {
    /// The action with its count: `Pay 2/3`.
    var text: String { "\(action.action) \(count)/\(observations)" }
}

extension Behaviour {
    func texts(after action: ActionPath, of people: People = .everyone) async -> [String] {
        await next(after: action, of: people).map(\.text)
    }
}
