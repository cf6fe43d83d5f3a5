#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
public import Firesteel
public import UIKit

/// A scene's delegate that opens links and continues activities by way of the runtime, and looks at permissions again when
/// the scene becomes active.
///
/// ```
/// final class SceneDelegate: FeatureSceneDelegate {
///     override var router: any PresentationRouter { WindowRouter.shared }
///     override var activityType: String { "com.example.notes.activity" }
///     override func failed(_ error: any Error) { WindowRouter.shared.explain(error) }
/// }
/// ```
///
/// One that overrides a method of the scene calls `super`.
@MainActor
open class FeatureSceneDelegate: UIResponder, UIWindowSceneDelegate {
    /// The runtime: the default one.
    open var runtime: FeatureRuntime? { .current }
    /// Gives presenters.
    ///
    /// By default there are none.
    open var router: any PresentationRouter { NoPresentation() }
    /// The type that ``UserActivityPublisher`` was made with.
    ///
    /// By default none is continued.
    open var activityType: String { "" }

    /// Takes why a link or an activity came to nothing.
    ///
    /// Does nothing by default.
    open func failed(_ error: any Error) {}

    /// Opens what the scene was made for.
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

    /// Looks at permissions again: the user may have been in the settings.
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
