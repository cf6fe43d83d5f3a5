import FiresteelStore

/// An agent that sends a request.
struct ServerAgent: Sendable, Hashable {
    /// Its token, whose program, environment and role are the agent's.
    let token: AccessToken
    /// The identifier of the request in logs.
    let request: String
    /// The address that the request comes from.
    let address: String
}
