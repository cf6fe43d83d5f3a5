#if (Everything || Inspector) && canImport(UIKit) && canImport(WebKit)
import Foundation
import UIKit

/// An invisible view that opens the inspector while it is the first responder, which it becomes whenever no text is edited.
final class InspectorTrigger: UIView {
    private let make: @MainActor () -> InspectorViewController
    private var observation: (any NSObjectProtocol)?

    init(_ make: @escaping @MainActor () -> InspectorViewController) {
        self.make = make
        super.init(frame: .zero)
    }

    required init?(coder: NSCoder) { nil }

    override var canBecomeFirstResponder: Bool { true }

    override func didMoveToWindow() {
        super.didMoveToWindow()
        if let observation { NotificationCenter.default.removeObserver(observation) }
        observation = nil
        guard window != nil else { return }
        becomeFirstResponder()
        observation = NotificationCenter.default.addObserver(
            forName: UIResponder.keyboardDidHideNotification, object: nil, queue: .main
        ) { [weak self] _ in
            MainActor.assumeIsolated { _ = self?.becomeFirstResponder() }
        }
    }

    override func motionEnded(_ motion: UIEvent.EventSubtype, with event: UIEvent?) {
        if motion == .motionShake { open() } else { super.motionEnded(motion, with: event) }
    }

    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) {
        let isShortcut = presses.compactMap(\.key).contains { key in
            key.charactersIgnoringModifiers.lowercased() == "i" && key.modifierFlags.contains([.command, .shift])
        }
        if isShortcut { open() } else { super.pressesBegan(presses, with: event) }
    }

    /// Presents the inspector above everything, unless it is there already.
    private func open() {
        guard var top = window?.rootViewController else { return }
        while let presented = top.presentedViewController { top = presented }
        guard !((top as? UINavigationController)?.viewControllers.first is InspectorViewController) else { return }
        let inspector = make()
        inspector.navigationItem.rightBarButtonItem = UIBarButtonItem(
            systemItem: .done,
            primaryAction: UIKit.UIAction { [weak inspector] _ in inspector?.dismiss(animated: true) })
        top.present(UINavigationController(rootViewController: inspector), animated: true)
    }
}
#endif
