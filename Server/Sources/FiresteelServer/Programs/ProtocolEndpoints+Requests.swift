import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension ProtocolEndpoints {
    /// Returns the current snapshot of the environment of a token.
    ///
    /// A program that another node served may know a later revision than this node. Its values must not go back, so
    /// revisions are read first, and without a database the request fails.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - tags: The validators that the program knows.
    func snapshot(
        for request: APIRequest, knownTags tags: String?
    ) async throws -> (EnvironmentSnapshot, EnvironmentKey) {
        guard case .token(let token) = request.caller else { throw HTTPProblem.unauthorized }
        let key = EnvironmentKey(program: token.program, environment: token.environment)
        if let known = snapshots.snapshot(key), IfNoneMatch.revision(tags) <= known.revision {
            return (known, key)
        }
        try await snapshots.refresh()
        guard let snapshot = snapshots.snapshot(key) else {
            throw HTTPProblem.unavailable("The server is starting. Try again.", retryAfter: 1)
        }
        return (snapshot, key)
    }

    /// Records that a program received the flags of a snapshot.
    func recordDelivery(of snapshot: EnvironmentSnapshot, _ request: APIRequest, version: String) {
        guard case .token(let token) = request.caller else { return }
        access.received(by: token, version: version, hasFlags: !snapshot.rules.isEmpty)
    }

    /// Returns the identifier of the program's run: up to 64 letters, digits and hyphens, else empty.
    func instance(_ request: APIRequest) -> String {
        guard let text = request.fields[.instance], text.utf8.count <= 64,
            text.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) || $0 == 0x2D
            })
        else { return "" }
        return text
    }

    /// Returns the version that the program reports, else an empty text.
    func version(_ request: APIRequest) -> String {
        guard let text = request.fields[.programVersion], ProgramVersion.isValid(text) else { return "" }
        return text
    }

    /// Returns the field that asks a program for its catalogue, or none.
    func catalogueFields(_ request: APIRequest, _ version: String) -> HTTPFields {
        guard case .token(let token) = request.caller, token.kind == .server,
            catalogues.isWanted(version, of: token.program)
        else { return [:] }
        return [.catalogue: "wanted"]
    }
}
