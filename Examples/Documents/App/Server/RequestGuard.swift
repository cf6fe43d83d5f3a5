import FiresteelHTTP
import FiresteelHTTPServer
import HTTPTypes

/// Decides which requests are accepted.
///
/// The server listens on the loopback interface only. This excludes other machines, but not other web pages: any page
/// in the user's browser can send requests to it. Therefore
///
/// - the Host must be a loopback name with the server's port; otherwise a page of another name that resolves to
///   127.0.0.1 would have the same origin (DNS rebinding);
/// - an Origin, if present, must be the server's;
/// - everything below `/api/` requires the ``Secret`` of the printed address. It is in the address's fragment, which
///   browsers don't send: another user of this computer who requests the page doesn't receive it, and browsers don't
///   send it automatically like a cookie.
///
/// Other programs of the same user aren't excluded: they could read the folder as well.
struct RequestGuard: Sendable {
    static let header = HTTPField.Name(known: "X-CSRF-Token")

    static let host = HTTPField.Name(known: "Host")
    private static let fetchSite = HTTPField.Name(known: "Sec-Fetch-Site")

    let secret: Secret

    /// Returns the names of this server in addresses.
    static func hosts(_ port: UInt16) -> [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

    /// Returns an error for a rejected request, or `nil` for an accepted one.
    func refusal(of request: HTTPRequestMessage, port: UInt16) -> HTTPProblem? {
        let hosts = Self.hosts(port)
        guard let host = request.fields[Self.host]?.lowercased(), hosts.contains(host) else {
            return HTTPProblem(status: .forbidden, code: "host", message: "Use the address \(hosts[0]) or \(hosts[1]).")
        }
        if let origin = request.fields[.origin], origin.lowercased() != "http://" + host {
            return HTTPProblem(
                status: .forbidden, code: "origin", message: "Requests from other pages are not allowed.")
        }
        guard request.path.hasPrefix("/api/") else {
            guard request.method == .get else {
                return .methodNotAllowed([.get])
            }
            return bodyRefusal(of: request)
        }
        if let site = request.fields[Self.fetchSite], site.lowercased() != "same-origin" {
            return HTTPProblem(
                status: .forbidden, code: "origin", message: "Requests from other pages are not allowed.")
        }
        guard secret.matches(request.fields[Self.header]) else {
            return HTTPProblem(
                status: .forbidden, code: "token",
                message: "The request doesn’t have the token of this run. Open the address that Documents printed.")
        }
        return bodyRefusal(of: request)
    }

    /// Returns the error for a request with a body and a method other than POST, which the pages don't send.
    private func bodyRefusal(of request: HTTPRequestMessage) -> HTTPProblem? {
        let isBody = request.fields[.transferEncoding] != nil || (request.fields[.contentLength] ?? "0") != "0"
        guard request.method != .post, isBody else { return nil }
        return HTTPProblem.badRequest("Only POST requests may have a body.")
    }
}

extension HTTPProblem {
    /// The program is stopping; the page retries later.
    static let stopping = HTTPProblem(status: .serviceUnavailable, code: "stopping", message: "Documents is stopping.")
}

extension HTTPField.Name {
    /// Creates the name of a field that swift-http-types doesn't have.
    init(known name: StaticString) {
        guard let name = HTTPField.Name(name.description) else {
            preconditionFailure("“\(name)” isn't a field's name.")
        }
        self = name
    }
}
