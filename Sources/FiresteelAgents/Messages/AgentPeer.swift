package import FiresteelBase

/// The agent at the other end, as far as responses depend on it.
package enum AgentPeer: Sendable {
    /// Asks the user of a session, and returns the answer; `nil` if there is none.
    package typealias Ask = @Sendable (_ params: JSONValue) async -> JSONValue?

    /// A stateless request.
    case stateless(canAsk: Bool)
    /// A request of a session; without a function if its client can't ask.
    case session(Ask?)

    /// Creates the peer of a stateless request.
    ///
    /// - Throws: ``AgentError`` if it lacks what such a request has, or names another version.
    init(stateless request: AgentRequest) throws(AgentError) {
        guard let version = request.version?.stringValue,
            let capabilities = request.meta[AgentProtocol.capabilitiesKey]?.objectValue
        else {
            throw AgentError(
                .invalidParams,
                "The protocol data of params must have \(AgentProtocol.versionKey), a text, and \(AgentProtocol.capabilitiesKey), an object."
            )
        }
        guard version == AgentProtocol.stateless else {
            throw AgentError(
                .unsupportedVersion, "Unsupported protocol version.",
                data: ["supported": [.string(AgentProtocol.stateless)], "requested": .string(version)])
        }
        self = .stateless(canAsk: capabilities["elicitation"]?.objectValue != nil)
    }

    var isStateless: Bool {
        switch self {
        case .stateless: true
        case .session: false
        }
    }

    /// Returns a result with what stateless ones have.
    ///
    /// - Parameters:
    ///   - members: The members of the result.
    ///   - isCacheable: Whether it is a list that may change at any time.
    package func completed(_ members: [String: JSONValue], isCacheable: Bool = false) -> JSONValue {
        var members = members
        if isStateless {
            members["resultType"] = "complete"
            if isCacheable { (members["ttlMs"], members["cacheScope"]) = (0, "private") }
        }
        return .object(members)
    }
}
