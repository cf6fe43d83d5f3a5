#if (Everything || Inspector) && canImport(UIKit) && canImport(WebKit)
public import Firesteel
public import FiresteelInspector
public import UIKit

extension UIWindow {
    /// Opens the inspector when the device is shaken, or ⇧⌘I is pressed, until it is called again.
    ///
    /// Without parts nothing opens it, so the program decides with them where it can be opened, for example in debug builds
    /// and for its testers. While a text is edited, shaking belongs to the text.
    ///
    /// - Parameters:
    ///   - runtime: The runtime, which is retained.
    ///   - parts: The parts to show; `nil` for no inspector.
    ///   - presentationRouter: Provides the presenters of actions performed in the pages.
    ///   - reporter: Creates the reports that the pages offer, if any.
    public func opensInspector(
        of runtime: FeatureRuntime, showing parts: InspectorParts?,
        presentationRouter: any PresentationRouter = NoPresentation(), reporter: (any InspectorReporter)? = nil
    ) {
        for case let trigger as InspectorTrigger in subviews { trigger.removeFromSuperview() }
        guard let parts else { return }
        addSubview(
            InspectorTrigger {
                InspectorViewController(
                    runtime, showing: parts, presentationRouter: presentationRouter, reporter: reporter)
            })
    }
}
#endif
