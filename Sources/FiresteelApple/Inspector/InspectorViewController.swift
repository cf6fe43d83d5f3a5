#if (Everything || Inspector) && canImport(UIKit) && canImport(WebKit)
public import Firesteel
public import FiresteelInspector
import Foundation
public import UIKit
import WebKit

/// Shows the inspector of this program in a web view, without a server.
///
/// ```
/// present(InspectorViewController(runtime, showing: .flags), animated: true)
/// ```
///
/// Creating one is the permission to see its parts: nothing else is checked, whatever the build. Its pages come from
/// ``/FiresteelInspector/InspectorResponder`` in this process, and it opens no others. Files can't be saved from it.
public final class InspectorViewController: UIViewController {
    private let handler: InspectorSchemeHandler

    /// Creates a view controller.
    ///
    /// - Parameters:
    ///   - runtime: The runtime, which is retained.
    ///   - parts: The parts to show.
    ///   - presentationRouter: Provides the presenters of actions performed in the pages.
    ///   - reporter: Creates the reports that the pages offer, if any.
    public init(
        _ runtime: FeatureRuntime, showing parts: InspectorParts,
        presentationRouter: any PresentationRouter = NoPresentation(), reporter: (any InspectorReporter)? = nil
    ) {
        handler = InspectorSchemeHandler(
            Result { () throws(InspectorError) in
                try InspectorResponder(
                    runtime, showing: parts, presentationRouter: presentationRouter, reporter: reporter)
            })
        super.init(nibName: nil, bundle: nil)
        title = "Inspector"
        // Below a navigation bar, not under it.
        edgesForExtendedLayout = []
    }

    /// Returns `nil`: an inspector isn't stored.
    public required init?(coder: NSCoder) { nil }

    /// Creates the web view.
    public override func loadView() {
        let configuration = WKWebViewConfiguration()
        configuration.setURLSchemeHandler(handler, forURLScheme: InspectorSchemeHandler.scheme)
        // Nothing of what it shows is stored.
        configuration.websiteDataStore = .nonPersistent()
        let webView = WKWebView(frame: .zero, configuration: configuration)
        webView.navigationDelegate = handler
        view = webView
        if let url = URL(string: "\(InspectorSchemeHandler.scheme)://program/") { webView.load(URLRequest(url: url)) }
    }
}
#endif
