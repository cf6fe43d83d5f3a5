// The feature that the dashboard shows to those who connect a program. Tests/Browser/test_dashboard_connect.py compares both.

// guide: ConnectToYourServer
import Firesteel
import FiresteelFlags

/// The flag that the dashboard switches.
let newCheckout = Flag("new-checkout", default: false)

enum StartCheckout: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum Checkout: ConditionalFeature {
    static var constraints: Constraints { Flagged(by: newCheckout) }
    static let start = action(StartCheckout.self)
    static let actions = declare(start)
}

/// The features that `connect(_:)` gets.
enum ShopFeatures: FeatureGroup {
    static let subfeatures = features(Checkout.self)
}

/// Performs the action if the flag is on.
func startCheckout() async {
    if let start = Checkout.start.request() { await start.perform() }
}
// end
