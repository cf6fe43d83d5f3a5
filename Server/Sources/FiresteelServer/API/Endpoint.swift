import FiresteelBase
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// An endpoint of the server: its address, who may use it, its description, and its work.
///
/// The table of endpoints is the only source of routes and of the OpenAPI document.
struct Endpoint: Sendable {
    /// Who may use an endpoint.
    enum Access: Sendable, Hashable {
        /// Everyone.
        case everyone
        /// A person who is signed in, whatever their role.
        case person
        /// A person or script with a role in the program that the path names.
        case role
        /// An administrator of the server.
        case administrator
        /// A program with a token of one of these kinds.
        case program(Set<AccessToken.Kind>)
        /// A short-lived capability in the path.
        case capability
    }

    /// A parameter of path or query.
    struct Parameter: Sendable {
        let name: String
        let description: String
        var schema: JSONValue = ["type": "string"]
        /// The value of a request without it.
        var defaultValue: JSONValue?
    }

    let method: HTTPRequest.Method
    /// The path; a segment in braces is a parameter.
    let path: String
    /// The identifier of the operation.
    let id: String
    /// The effect, in a sentence.
    let summary: String
    let access: Access
    var query: [Parameter] = []
    /// The schema of the request's body.
    var request: JSONValue?
    /// The name of a schema of the response, or `nil` without a body.
    var response: String? = "Object"
    /// The type of the response, from which that schema is derived, if there is one.
    var responseType: (any (Decodable & SendableMetatype).Type)?
    /// The status of success.
    var status: HTTPResponse.Status = .ok
    /// The maximum size of the body, in bytes.
    var bodyLimit = 64 << 10
    /// Whether the body may be compressed with gzip; the endpoint inflates it, within limits.
    var acceptsGzip = false
    /// Whether the work takes microseconds unless it waits, so that it needs no other thread.
    var isBrief = false
    /// Whether people who have to set up a second factor first are refused.
    var needsSecondFactor = true
    /// Whether the sender of a request has the right to its operation; decided again when it is performed.
    var isAvailable: @Sendable (APIRequest) -> Bool = { _ in true }
    let handle: @Sendable (APIRequest) async throws -> HTTPServerResponse

    /// Whether parameters may reach the database: what programs send is never stored.
    var storesTexts: Bool {
        switch access {
        case .program, .capability: false
        case .everyone, .person, .role, .administrator: true
        }
    }

    /// The segments of the path.
    var segments: [Substring] { path.split(separator: "/") }
}
