#if (Everything || Inspector) && canImport(UIKit) && canImport(WebKit)
import FiresteelHTTP
import FiresteelInspector
import Foundation
import HTTPTypes
import WebKit

/// Passes the requests of a web view to an inspector in this process.
///
/// The web view opens only the inspector's pages: they have no links elsewhere but those that a program's data contains.
@MainActor
final class InspectorSchemeHandler: NSObject, WKURLSchemeHandler, WKNavigationDelegate {
    nonisolated static let scheme = "firesteel-inspector"
    private let responder: Result<InspectorResponder, InspectorError>
    private var tasks: [ObjectIdentifier: Task<Void, Never>] = [:]

    init(_ responder: Result<InspectorResponder, InspectorError>) {
        self.responder = responder
        super.init()
    }

    deinit {
        guard case .success(let responder) = responder else { return }
        Task { await responder.stop() }
    }

    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {
        tasks[ObjectIdentifier(urlSchemeTask)] = Task { [weak self, responder] in
            await Self.respond(to: urlSchemeTask, responder)
            if !Task.isCancelled { self?.tasks[ObjectIdentifier(urlSchemeTask)] = nil }
        }
    }

    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {
        tasks.removeValue(forKey: ObjectIdentifier(urlSchemeTask))?.cancel()
    }

    func webView(
        _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
        decisionHandler: @escaping @MainActor @Sendable (WKNavigationActionPolicy) -> Void
    ) {
        let isOwn = navigationAction.request.url?.scheme == Self.scheme
        decisionHandler(isOwn && !navigationAction.shouldPerformDownload ? .allow : .cancel)
    }

    /// Sends the pieces of a response as they come.
    ///
    /// A call of a stopped task raises an exception. Tasks are stopped on the main actor, so one that isn't cancelled now
    /// can be called.
    private static func respond(
        to task: any WKURLSchemeTask, _ responder: Result<InspectorResponder, InspectorError>
    ) async {
        do {
            guard let url = task.request.url else { throw URLError(.badURL) }
            let responder = try responder.get()
            var request = HTTPRequestMessage(task.request, url)
            var response = await responder.respond(to: request)
            // A scheme's handler can't redirect.
            if response.status == .found, let location = response.fields[.location] {
                request.head.path = location
                response = await responder.respond(to: request)
            }
            let fields = response.fields.map { ($0.name.canonicalName, $0.value) }
            guard
                let head = HTTPURLResponse(
                    url: url, statusCode: response.status.code, httpVersion: "HTTP/1.1",
                    headerFields: Dictionary(fields) { "\($0), \($1)" })
            else { throw URLError(.badServerResponse) }
            if Task.isCancelled { return }
            task.didReceive(head)
            for try await piece in response.body where !piece.isEmpty {
                if Task.isCancelled { return }
                task.didReceive(Data(piece))
            }
            if !Task.isCancelled { task.didFinish() }
        } catch {
            if !Task.isCancelled { task.didFailWithError(error) }
        }
    }
}

extension HTTPRequestMessage {
    fileprivate init(_ request: URLRequest, _ url: URL) {
        var fields = HTTPFields()
        for (name, value) in request.allHTTPHeaderFields ?? [:] {
            if let name = HTTPField.Name(name) { fields[name] = value }
        }
        // WebKit passes the body of a script's request in either.
        let body = request.httpBody.map(Array.init) ?? request.httpBodyStream?.allBytes() ?? []
        self.init(HTTPRequest.Method(request.httpMethod ?? "GET") ?? .get, url, fields: fields, body: body)
    }
}

extension InputStream {
    /// Reads the rest of a stream that is in memory.
    fileprivate func allBytes() -> [UInt8] {
        open()
        defer { close() }
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(&piece, maxLength: piece.count)
            guard count > 0 else { return bytes }
            bytes += piece[..<count]
        }
    }
}
#endif
