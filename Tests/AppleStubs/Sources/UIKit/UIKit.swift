// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() { declared() }
}

@MainActor
open class UIViewController: UIResponder {
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { declared() }
}

@MainActor
open class UIScene: UIResponder {
    @MainActor
    open class ConnectionOptions: NSObject {
        open var urlContexts: Set<UIOpenURLContext> { declared() }
        open var userActivities: Set<NSUserActivity> { declared() }
    }
}

@MainActor
open class UISceneSession: NSObject {}

@MainActor
open class UIWindowScene: UIScene {}

@MainActor
open class UIOpenURLContext: NSObject {
    open var url: URL { declared() }
}

@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
    func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions)
    func sceneDidBecomeActive(_ scene: UIScene)
    func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

extension UISceneDelegate {
    public func scene(
        _ scene: UIScene, willConnectTo session: UISceneSession, options connectionOptions: UIScene.ConnectionOptions
    ) { declared() }
    public func sceneDidBecomeActive(_ scene: UIScene) { declared() }
    public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) { declared() }
    public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) { declared() }
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {}
