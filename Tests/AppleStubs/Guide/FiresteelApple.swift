import AppIntents
import Firesteel
import FiresteelApple
import FiresteelInspector
import FiresteelPermissions
import FiresteelPurchases
import SwiftUI
import UIKit

enum VideoCalls: ConditionalFeature {
    static var constraints: Constraints {
        Permission(.camera)
        Permission(.microphone)
    }
    static let call = action(CallSomebody.self)
    static let callPerson = action(CallPerson.self)
    static let close = action(CloseCall.self)
    static let actions = declare(call, callPerson, close)
}

struct Person: Codable, Sendable {
    let name: String
}

enum CallPerson: Action {
    static let activityEligibility: ActivityEligibility = .prediction

    static func activity(for person: Person) -> ActivityContent? { ActivityContent(title: person.name) }

    static func perform(_ context: ActionContext<Person>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

enum CallSomebody: Action {
    static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}

// guide: FiresteelApple
enum CloseCall: DismissingUIAction {}
// end

enum CallApp: FeatureGroup {
    static let subfeatures = features(VideoCalls.self)
}

// guide: FiresteelApple
struct CallIntent: AppIntent {
    static let title: LocalizedStringResource = "Call"
    @Parameter(title: "Name") var name: String

    init() {}

    init(name: String) {
        self.name = name
    }

    @MainActor
    func perform() async throws -> some IntentResult {
        let call = ActionPath(feature: FeaturePath("CallApp/VideoCalls"), action: "CallPerson")
        try await FeatureRuntime.current?.perform(
            ExternalRequest(call, from: .shortcut), input: JSONInput(JSONEncoder().encode(Person(name: name))),
            presentedBy: WindowRouter())
        return .result()
    }
}
// end

@MainActor
func setUp() throws {
    // guide: FiresteelApple
    let permissions = Permissions([
        CapturePermission.camera, CapturePermission.microphone, ContactsPermission(), NotificationPermission(),
    ])
    let purchases = Purchases([ShopPurchaseTracker(StoreKitShop())])
    let runtime = try FeatureRuntime.setUp(CallApp.self, RuntimeConfiguration(sources: [permissions, purchases]))
    // end

    // guide: FiresteelApple
    runtime.publishActivities(
        to: [UserActivityPublisher(type: "com.example.calls.activity")],
        donatingTo: [AppIntentDonor { activity in CallIntent(name: activity.title) }])
    // end
}

@MainActor
func close(_ viewController: UIViewController) {
    // guide: FiresteelApple
    if let close = VideoCalls.close.request() {
        close.perform(.animated, presenter: viewController)
    }
    // end
}

// guide: FiresteelApple
final class SceneDelegate: FeatureSceneDelegate {
    override var router: any PresentationRouter { WindowRouter() }
    override var activityType: String { "com.example.calls.activity" }
    override func failed(_ error: any Error) { print("Nothing opened: \(error)") }
}
// end

struct WindowRouter: PresentationRouter {
    func presentation<Presented: ActionDefinition>(
        of action: Presented.Type, for request: ExternalRequest
    ) async -> Presentation<Presented.Presenter> { .notReady }
}

// guide: FiresteelApple
struct CallScreen: View {
    let runtime: FeatureRuntime

    var body: some View {
        CallControls()
            .featureRuntime(runtime, presentedBy: WindowRouter(), activityType: "com.example.calls.activity")
    }
}

struct CallControls: View {
    var body: some View {
        WhileAvailable(VideoCalls.self) {
            Button("Call") { VideoCalls.call.request()?.perform() }
        } otherwise: { availability in
            Text(availability.reasons.first?.text ?? "")
        }
    }
}
// end

// guide: FiresteelApple
struct InspectedScreen: View {
    let runtime: FeatureRuntime
    let isTester: Bool

    var body: some View {
        CallControls()
            .opensInspector(showing: isTester ? .flags : nil)
            .featureRuntime(runtime, presentedBy: WindowRouter())
    }
}
// end

@MainActor
func inspect(_ runtime: FeatureRuntime, in window: UIWindow, isTester: Bool) {
    // guide: FiresteelApple
    window.opensInspector(of: runtime, showing: isTester ? .flags : nil)
    // end
}

@MainActor
func inspect(_ runtime: FeatureRuntime, over viewController: UIViewController) {
    // guide: FiresteelApple
    viewController.present(InspectorViewController(runtime, showing: .everything), animated: true)
    // end
}
