// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@_exported import Foundation
@_exported import FoundationAdditions
// Where Foundation is one module, this is a part of it.
@_exported import FoundationNetworking
public import UIKit

@MainActor
open class WKWebView: UIView {
    public init(frame: CGRect, configuration: WKWebViewConfiguration) { declared() }
    public required init?(coder: NSCoder) { declared() }
    open weak var navigationDelegate: (any WKNavigationDelegate)?
    @discardableResult
    open func load(_ request: URLRequest) -> WKNavigation? { declared() }
}

@MainActor
open class WKNavigation: NSObject {}

@MainActor
open class WKWebViewConfiguration: NSObject {
    public override init() { declared() }
    open var websiteDataStore: WKWebsiteDataStore {
        get { declared() }
        set { declared() }
    }
    open func setURLSchemeHandler(_ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String) {
        declared()
    }
}

@MainActor
open class WKWebsiteDataStore: NSObject {
    open class func nonPersistent() -> WKWebsiteDataStore { declared() }
}

@MainActor
public protocol WKURLSchemeHandler: NSObjectProtocol {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
}

@MainActor
public protocol WKURLSchemeTask: NSObjectProtocol {
    var request: URLRequest { get }
    func didReceive(_ response: URLResponse)
    func didReceive(_ data: Data)
    func didFinish()
    func didFailWithError(_ error: any Error)
}

@MainActor
public protocol WKNavigationDelegate: NSObjectProtocol {
    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void)
}

@MainActor
open class WKNavigationAction: NSObject {
    open var request: URLRequest { declared() }
    open var shouldPerformDownload: Bool { declared() }
}

public enum WKNavigationActionPolicy: Int, @unchecked Sendable {
    case cancel = 0
    case allow = 1
}
