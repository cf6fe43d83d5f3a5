public import FiresteelHTTP
import HTTPTypes

/// What a server knows a program by.
///
/// Its descriptions say "hidden".
public struct RemoteCredentials: Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let fields: @Sendable () async throws -> HTTPFields

    /// None.
    public static let none = RemoteCredentials { [:] }

    /// A token in `Authorization: Bearer`.
    public static func bearer(_ token: String) -> RemoteCredentials {
        RemoteCredentials { [.authorization: "Bearer \(token)"] }
    }

    /// A token in `Authorization: Bearer` that is asked for with each request, as it runs out.
    public static func bearer(_ token: @escaping @Sendable () async throws -> String) -> RemoteCredentials {
        RemoteCredentials { [.authorization: "Bearer \(try await token())"] }
    }

    /// A key in `X-API-Key`.
    public static func apiKey(_ key: String) -> RemoteCredentials {
        RemoteCredentials { [.apiKey: key] }
    }

    /// Adds them to a request.
    ///
    /// They don't go along to another server when one redirects.
    public func add(to request: inout HTTPRequestMessage) async throws {
        for field in try await fields() { request.fields[field.name] = field.value }
    }

    /// "hidden".
    public var description: String { "hidden" }
    /// "hidden".
    public var debugDescription: String { "hidden" }
    /// Nothing.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
