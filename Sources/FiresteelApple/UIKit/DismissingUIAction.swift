#if canImport(UIKit) && !os(watchOS)
public import Firesteel
public import UIKit

/// An action that dismisses a view controller and closes its feature's stack, such as "Close" or "Done".
///
/// ```
/// enum CloseEditor: DismissingUIAction {}
///
/// Editing.close.perform(.animated, presenter: viewController)
/// ```
public protocol DismissingUIAction: Firesteel.UIAction where Input == Dismissal, Presenter == UIViewController {}

extension DismissingUIAction {
    /// Dismisses the view controller.
    @MainActor
    public static func perform(
        _ context: ActionContext<Dismissal>, presenter: UIViewController
    ) throws -> ActionOutcome {
        presenter.dismiss(animated: context.input == .animated)
        return .successClosing
    }
}

/// The transition with which a view controller is dismissed.
public enum Dismissal: String, Sendable, Codable {
    /// With an animation.
    case animated
    /// Immediately.
    case atOnce
}
#endif
