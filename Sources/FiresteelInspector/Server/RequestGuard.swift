/// Checks whether a request is permitted.
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
    /// Another name that resolves to this machine is visible in `Host`, and a request of another site's page in
    /// `Origin` and in `Sec-Fetch-Site`. A page can forge none of the three.
    func checkOrigin(_ request: HTTPRequest, isPage: Bool) throws(APIError) {
        guard request.count(of: "host") == 1, let host = request.field("host")?.lowercased(), hosts.contains(host)
        else {
            throw .forbidden("This address is not one of the inspector's. Open it as http://127.0.0.1 or localhost.")
        }
        if let origin = request.field("origin"), origin.lowercased() != "http://\(host)" {
            throw .forbidden("Requests from other pages are not permitted.")
        }
        // A link from another port of this machine may open a page, which contains no data, but not request data.
        let sites = isPage ? ["same-origin", "none", "same-site"] : ["same-origin", "none"]
        if let site = request.field("sec-fetch-site"), !sites.contains(site.lowercased()) {
            throw .forbidden("Requests from other sites are not permitted.")
        }
    }

    /// Checks the token of a request for data.
    func checkToken(_ request: HTTPRequest) throws(APIError) {
        guard let authorization = request.field("authorization") else { throw .unauthorised }
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer", token.matches(parts[1].trimmed) else {
            throw .unauthorised
        }
    }
}
