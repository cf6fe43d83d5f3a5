import HTTPTypes

/// The credentials that identify a program to a server.
///
/// Descriptions show only "hidden".
public struct RemoteCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let fields: @Sendable () async throws -> HTTPFields

    /// No credentials.
    public static let none = RemoteCredentials { [:] }

    /// Returns credentials with a token in `Authorization: Bearer`.
    public static func bearer(_ token: String) -> RemoteCredentials {
        RemoteCredentials { [.authorization: "Bearer \(token)"] }
    }

    /// Returns credentials with a token in `Authorization: Bearer` that is requested for each HTTP request, because it
    /// expires.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> RemoteCredentials {
        RemoteCredentials { [.authorization: "Bearer \(try await token())"] }
    }

    /// Returns credentials with a key in `X-API-Key`.
    public static func apiKey(_ key: String) -> RemoteCredentials {
        RemoteCredentials { [.apiKey: key] }
    }

    /// Adds the credentials to a request.
    ///
    /// They are not sent to another server after a redirect.
    public func add(to request: inout HTTPRequestMessage) async throws {
        for field in try await fields() { request.fields[field.name] = field.value }
    }

    /// The text "hidden".
    public var description: String { "hidden" }
    /// The text "hidden".
    public var debugDescription: String { "hidden" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
