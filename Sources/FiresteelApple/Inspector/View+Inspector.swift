#if (Everything || Inspector) && canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
public import Firesteel
public import FiresteelInspector
public import SwiftUI
import UIKit

extension View {
    /// Opens the inspector of the environment's runtime when the device is shaken, or ⇧⌘I is pressed.
    ///
    /// For the root of a window, as `UIWindow.opensInspector(of:showing:presentationRouter:reporter:)`. Without parts nothing
    /// opens it.
    ///
    /// - Parameters:
    ///   - parts: The parts to show; `nil` for no inspector.
    ///   - presentationRouter: Provides the presenters of actions performed in the pages.
    ///   - reporter: Creates the reports that the pages offer, if any.
    public func opensInspector(
        showing parts: InspectorParts?, presentationRouter: any PresentationRouter = NoPresentation(),
        reporter: (any InspectorReporter)? = nil
    ) -> some View {
        modifier(OpensInspector(parts: parts, router: presentationRouter, reporter: reporter))
    }
}

private struct OpensInspector: ViewModifier {
    @Environment(\.featureRuntime) private var runtime
    let parts: InspectorParts?
    let router: any PresentationRouter
    let reporter: (any InspectorReporter)?

    func body(content: Content) -> some View {
        content.background {
            if let runtime, let parts {
                Trigger {
                    InspectorViewController(runtime, showing: parts, presentationRouter: router, reporter: reporter)
                }
                // Parts that change have another trigger.
                .id(parts)
                .frame(width: 0, height: 0)
            }
        }
    }

    private struct Trigger: UIViewRepresentable {
        let make: @MainActor () -> InspectorViewController

        func makeUIView(context: Context) -> InspectorTrigger { InspectorTrigger(make) }
        func updateUIView(_ view: InspectorTrigger, context: Context) {}
    }
}
#endif
