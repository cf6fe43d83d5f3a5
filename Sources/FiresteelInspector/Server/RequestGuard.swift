import FiresteelHTTP
import HTTPTypes

/// Decides which requests are allowed.
///
/// Every request is checked here first.
///
/// See `docs/threat-model.md` for the reason of each check.
struct RequestGuard: Sendable {
    private let token: AccessToken
    /// The accepted values of `Host`, in lower case, with the port.
    private let hosts: Set<String>

    /// - Parameters:
    ///   - address: The address of the server, with its port.
    ///   - names: Additional names of this machine.
    init(token: AccessToken, address: ListeningAddress, names: [String]) {
        self.token = token
        let own = address.host.contains(":") ? "[\(address.host)]" : address.host
        let all = ["127.0.0.1", "localhost", "[::1]", own] + names
        var hosts = Set(all.map { "\($0.lowercased()):\(address.port)" })
        // Browsers leave the port of the scheme out.
        if address.port == 80 { hosts.formUnion(all.map { $0.lowercased() }) }
        self.hosts = hosts
    }

    /// Checks the origin of a request.
    ///
    /// A third-party name that resolves to this machine appears in `Host`, a request of a third-party page in `Origin`
    /// and in `Sec-Fetch-Site`. A page can forge none of the three.
    func checkOrigin(_ request: HTTPRequestMessage, isPage: Bool) throws(APIError) {
        guard request.fields[values: .hostField].count == 1, let host = request.fields[.hostField]?.lowercased(),
            hosts.contains(host)
        else {
            throw .forbidden(
                "The inspector isn't reachable under this host. Open it at http://127.0.0.1 or http://localhost.")
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

    /// Checks that a request for data has the token.
    func checkToken(_ request: HTTPRequestMessage) throws(APIError) {
        guard let authorization = request.fields[.authorization] else { throw .unauthorised }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].trimmed) else {
            throw .unauthorised
        }
    }
}
