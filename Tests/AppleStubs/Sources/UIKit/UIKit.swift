// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions

@MainActor
open class UIResponder: NSObject {
    public nonisolated override init() { declared() }
    open class var keyboardDidHideNotification: NSNotification.Name { declared() }
    open var canBecomeFirstResponder: Bool { declared() }
    @discardableResult
    open func becomeFirstResponder() -> Bool { declared() }
    open func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) { declared() }
    open func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { declared() }
}

@MainActor
open class UIEvent: NSObject {
    public enum EventSubtype: Int, @unchecked Sendable {
        case none = 0
        case motionShake = 1
    }
}

@MainActor
open class UIPressesEvent: UIEvent {}

@MainActor
open class UIPress: NSObject {
    open var key: UIKey? { declared() }
}

@MainActor
open class UIKey: NSObject {
    open var charactersIgnoringModifiers: String { declared() }
    open var modifierFlags: UIKeyModifierFlags { declared() }
}

public struct UIKeyModifierFlags: OptionSet, @unchecked Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static var shift: UIKeyModifierFlags { declared() }
    public static var command: UIKeyModifierFlags { declared() }
}

@MainActor
open class UIView: UIResponder {
    public init(frame: CGRect) { declared() }
    public required init?(coder: NSCoder) { declared() }
    open var subviews: [UIView] { declared() }
    open var window: UIWindow? { declared() }
    open func addSubview(_ view: UIView) { declared() }
    open func removeFromSuperview() { declared() }
    open func didMoveToWindow() { declared() }
}

public struct UIRectEdge: OptionSet, @unchecked Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
}

@MainActor
open class UIWindow: UIView {
    open var rootViewController: UIViewController?
}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName nibNameOrNil: String?, bundle nibBundleOrNil: Bundle?) { declared() }
    public required init?(coder: NSCoder) { declared() }
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    open var view: UIView! {
        get { declared() }
        set { declared() }
    }
    open func loadView() { declared() }
    open var title: String?
    open var edgesForExtendedLayout: UIRectEdge {
        get { declared() }
        set { declared() }
    }
    open var navigationItem: UINavigationItem { declared() }
    open var presentedViewController: UIViewController? { declared() }
    open func present(
        _ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil
    ) { declared() }
    open func dismiss(animated flag: Bool, completion: (() -> Void)? = nil) { declared() }
}

@MainActor
open class UINavigationController: UIViewController {
    public init(rootViewController: UIViewController) { declared() }
    public required init?(coder: NSCoder) { declared() }
    open var viewControllers: [UIViewController] { declared() }
}

@MainActor
open class UINavigationItem: NSObject {
    open var rightBarButtonItem: UIBarButtonItem?
}

@MainActor
open class UIBarButtonItem: NSObject {
    public enum SystemItem: Int, @unchecked Sendable {
        case done = 0
    }
    public init(systemItem: SystemItem, primaryAction: UIAction? = nil, menu: UIMenu? = nil) { declared() }
}

@MainActor
open class UIMenu: NSObject {}

@MainActor
open class UIAction: NSObject {
    public init(title: String = "", handler: @escaping (UIAction) -> Void) { declared() }
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
