import FlyingFox

/// Decides which requests are answered at all.
///
/// The server listens on the loopback interface only, which keeps other machines out but not other web pages: any page
/// in the user's browser can send requests here. So
///
/// - the Host must be a loopback name with our port, or else a page of a foreign name that resolves to 127.0.0.1 would
///   count as ours (DNS rebinding);
/// - an Origin, where there is one, must be ours;
/// - everything below `/api/` needs the ``Secret`` of the printed address. Its fragment isn't sent to servers, so another
///   user of this machine who requests the page doesn't learn it, and no browser sends it by itself as it would a cookie.
///
/// Programs of the same user aren't kept out: they could read the folder as well.
struct RequestGuard: Sendable {
    static let header = HTTPHeader("X-CSRF-Token")

    let secret: Secret

    /// What this computer is called in addresses of ours.
    static func hosts(_ port: UInt16) -> [String] { ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)"] }

    /// Why a request isn't answered; `nil` where it is.
    func refusal(of request: HTTPRequest, port: UInt16) -> RequestError? {
        let hosts = Self.hosts(port)
        guard let host = request.headers[.host]?.lowercased(), hosts.contains(host) else {
            return RequestError(.forbidden, code: "host", "This server answers to \(hosts[0]) and \(hosts[1]) only.")
        }
        if let origin = request.headers[HTTPHeader("Origin")], origin.lowercased() != "http://" + host {
            return RequestError(.forbidden, code: "origin", "Requests from other pages are not allowed.")
        }
        if request.method != .POST,
            request.headers[.transferEncoding] != nil || (request.headers[.contentLength] ?? "0") != "0"
        {
            // Nobody would read that body, and the next request would begin in it.
            return RequestError(.badRequest, code: "bad-request", "Only POST requests may have a body.")
        }
        guard request.path.hasPrefix("/api/") else {
            return request.method == .GET
                ? nil : RequestError(.methodNotAllowed, code: "method", "This address supports only GET.")
        }
        if let site = request.headers[HTTPHeader("Sec-Fetch-Site")], site.lowercased() != "same-origin" {
            return RequestError(.forbidden, code: "origin", "Requests from other pages are not allowed.")
        }
        guard secret.matches(request.headers[Self.header]) else {
            return RequestError(
                .forbidden, code: "token",
                "The request doesn’t have the token of this run. Open the address that Documents printed.")
        }
        return nil
    }
}

/// Why a request isn't answered: a status, a name for programs and a sentence for people.
struct RequestError: Error, Sendable {
    let status: HTTPStatusCode
    let code: String
    let message: String

    init(_ status: HTTPStatusCode, code: String, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The program ends, and nothing is wrong: a page tries again later.
    static let stopping = RequestError(.serviceUnavailable, code: "stopping", "Documents is stopping.")
}
