#if (Everything || Inspector) && canImport(SwiftUI) && canImport(UIKit) && canImport(WebKit)
public import Firesteel
public import FiresteelInspector
public import SwiftUI
import UIKit

/// Shows the inspector of the environment's runtime, as an ``InspectorViewController`` does.
///
/// ```
/// .sheet(isPresented: $isInspecting) { InspectorView(showing: .flags) }
/// ```
///
/// Without a runtime it is empty.
public struct InspectorView: View {
    @Environment(\.featureRuntime) private var runtime
    private let parts: InspectorParts
    private let router: any PresentationRouter
    private let reporter: (any InspectorReporter)?

    /// Creates a view.
    ///
    /// - Parameters:
    ///   - parts: The parts to show.
    ///   - presentationRouter: Provides the presenters of actions performed in the pages.
    ///   - reporter: Creates the reports that the pages offer, if any.
    public init(
        showing parts: InspectorParts, presentationRouter: any PresentationRouter = NoPresentation(),
        reporter: (any InspectorReporter)? = nil
    ) {
        self.parts = parts
        self.router = presentationRouter
        self.reporter = reporter
    }

    /// The web view with the pages.
    public var body: some View {
        if let runtime {
            Controller {
                InspectorViewController(runtime, showing: parts, presentationRouter: router, reporter: reporter)
            }
        }
    }

    private struct Controller: UIViewControllerRepresentable {
        let make: @MainActor () -> InspectorViewController

        func makeUIViewController(context: Context) -> InspectorViewController { make() }
        func updateUIViewController(_ controller: InspectorViewController, context: Context) {}
    }
}
#endif
