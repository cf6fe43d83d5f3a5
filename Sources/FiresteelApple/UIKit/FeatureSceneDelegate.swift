#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import Firesteel
import FiresteelPermissions
public import UIKit

/// A scene delegate that opens links and continues activities with the runtime, and rechecks permissions when the scene
/// becomes active.
///
/// ```
/// final class SceneDelegate: FeatureSceneDelegate {
///     override var router: any PresentationRouter { WindowRouter.shared }
///     override var activityType: String { "com.example.notes.activity" }
///     override func failed(_ error: any Error) { WindowRouter.shared.explain(error) }
/// }
/// ```
///
/// Overrides of scene methods must call `super`.
@MainActor
open class FeatureSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The runtime: the default one.
    open var runtime: FeatureRuntime? { .current }
    /// The router that provides presenters.
    ///
    /// It provides none by default.
    open var router: any PresentationRouter { NoPresentation() }
    /// The type of the ``UserActivityPublisher``.
    ///
    /// By default no activity is continued.
    open var activityType: String { "" }

    /// Receives the error of a link or an activity.
    ///
    /// Does nothing by default.
    open func failed(_ error: any Error) {}

    /// Opens the links and activities with which the scene was created.
    open func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) {
        open(connectionOptions.urlContexts)
        for activity in connectionOptions.userActivities { continueActivity(activity) }
    }

    /// Opens links.
    open func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
        open(URLContexts)
    }

    /// Continues an activity.
    open func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
        continueActivity(userActivity)
    }

    /// Rechecks permissions, which the user may have changed in Settings.
    open func sceneDidBecomeActive(_ scene: UIScene) {
        guard let permissions = runtime?.permissions else { return }
        Task { await permissions.recheck() }
    }

    private func open(_ contexts: Set<UIOpenURLContext>) {
        let links = contexts.map(\.url.absoluteString)
        Task {
            for link in links {
                do {
                    try await runtime?.open(link, presentedBy: router)
                } catch {
                    failed(error)
                }
            }
        }
    }

    private func continueActivity(_ activity: NSUserActivity) {
        Task {
            do {
                try await runtime?.continueActivity(activity, type: activityType, presentedBy: router)
            } catch {
                failed(error)
            }
        }
    }
}
#endif
