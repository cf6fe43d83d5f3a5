package import FiresteelHTTP
import HTTPTypes

/// Decides which requests to a program on this machine are allowed.
///
/// Every request is checked here first.
///
/// See `docs/threat-model.md` for the reason of each check.
package struct RequestGuard: Sendable {
    /// The accepted values of `Host`, in lower case, with the port.
    private let hosts: Set<String>
    /// The name of the listener, for messages.
    private let subject: String

    /// Creates a guard of a server.
    ///
    /// - Parameters:
    ///   - subject: What listens, for messages: "The inspector".
    ///   - host: The numeric address that the server listens on.
    ///   - port: Its port.
    ///   - names: Additional names of this machine.
    package init(of subject: String, host: String, port: UInt16, names: [String]) {
        self.subject = subject
        let own = host.contains(":") ? "[\(host)]" : host
        let all = ["127.0.0.1", "localhost", "[::1]", own] + names
        var hosts = Set(all.map { "\($0.lowercased()):\(port)" })
        // Browsers leave the port of the scheme out.
        if port == 80 { hosts.formUnion(all.map { $0.lowercased() }) }
        self.hosts = hosts
    }

    /// Checks the origin of a request.
    ///
    /// A third-party name that resolves to this machine appears in `Host`, a request of a third-party page in `Origin`
    /// and in `Sec-Fetch-Site`. A page can forge none of the three.
    package func checkOrigin(_ request: HTTPRequestMessage, isPage: Bool) throws(HTTPProblem) {
        guard request.fields[values: .hostField].count == 1, let host = request.fields[.hostField]?.lowercased(),
            hosts.contains(host)
        else {
            throw .forbidden(
                "\(subject) isn't reachable under this host. Open it at http://127.0.0.1 or http://localhost.")
        }
        if let origin = request.fields[.origin], origin.lowercased() != "http://\(host)" {
            throw .forbidden("Requests from other pages are not allowed.")
        }
        // A link from another port of this machine may open a page, which contains no data, but not request data.
        let sites = isPage ? ["same-origin", "none", "same-site"] : ["same-origin", "none"]
        if let site = request.fields[.fetchSite], !sites.contains(site.lowercased()) {
            throw .forbidden("Requests from other sites are not allowed.")
        }
    }

    /// Returns the token of a request for data.
    ///
    /// - Throws: ``HTTPProblem/missingToken`` if there is none.
    package static func token(of request: HTTPRequestMessage) throws(HTTPProblem) -> Substring {
        guard let authorization = request.fields[.authorization] else { throw .missingToken }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { throw .missingToken }
        return parts[1].trimmed
    }
}

extension HTTPProblem {
    /// The request has no valid token.
    package static let missingToken = HTTPProblem(
        status: .unauthorized, code: "unauthorized",
        message: "The token is missing or wrong. Open the address that the program printed when it started.",
        fields: [.wwwAuthenticate: "Bearer"])
}

extension HTTPField.Name {
    /// `Host`, whose count matters here: a request must have it exactly once.
    static let hostField = HTTPField.Name(literal: "Host")
    /// `Sec-Fetch-Site`, the origin of a browser's request.
    static let fetchSite = HTTPField.Name(literal: "Sec-Fetch-Site")
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    package var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return self[first...last]
    }
}
