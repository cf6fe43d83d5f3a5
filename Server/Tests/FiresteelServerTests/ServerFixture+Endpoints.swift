import FiresteelBase
import HTTPTypes
import Testing

/// An endpoint of the server's document that needs a credential.
struct ProtectedEndpoint: Sendable {
    /// Whose credential an endpoint needs.
    enum Access: Sendable {
        /// A person who is signed in: for their own account, or as an administrator of the server.
        case person
        /// A person or script with a role in the program.
        case role
        /// A program.
        case program
    }

    let method: HTTPRequest.Method
    /// The path, with its parameters in braces.
    let template: String
    let access: Access

    /// Whether only administrators of the server may use it: endpoints of one's own account are below the session.
    var isOfAdministrators: Bool { access == .person && !template.hasPrefix("/api/v1/session") }

    private static let usual = ["program": "documents", "environment": "development"]

    /// Returns the path with values of its parameters, by default those of the program and of items that don't exist.
    func path(_ values: [String: String] = [:]) -> String {
        template.split(separator: "/", omittingEmptySubsequences: false).map { segment -> String in
            guard segment.first == "{" else { return String(segment) }
            let name = String(segment.dropFirst().dropLast())
            return values[name] ?? Self.usual[name] ?? "1"
        }.joined(separator: "/")
    }
}

extension ServerFixture {
    /// Returns every endpoint of the document that needs a credential.
    func protectedEndpoints() async throws -> [ProtectedEndpoint] {
        let document = try await send(.get, "/api/v1/openapi.json").json
        var endpoints: [ProtectedEndpoint] = []
        for (path, methods) in document["paths"]?.objectValue ?? [:] {
            for (method, operation) in methods.objectValue ?? [:] {
                let security = operation["security"]?.arrayValue ?? []
                guard !security.isEmpty else { continue }
                let names = security.flatMap { $0.objectValue?.keys.map { $0 } ?? [] }
                let access: ProtectedEndpoint.Access =
                    names == ["session"] ? .person : names.contains("session") ? .role : .program
                endpoints.append(
                    ProtectedEndpoint(
                        method: try #require(HTTPRequest.Method(method.uppercased())), template: path, access: access))
            }
        }
        return endpoints
    }
}
