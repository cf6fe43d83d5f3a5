import FiresteelBase

/// A subscription of a stateless client.
struct AgentSubscription: Sendable {
    private let id: JSONValue
    /// Whether changes of the list of tools are sent.
    let hasTools: Bool

    /// - Parameter canNotify: Whether tools may change at all.
    init(_ request: AgentRequest, canNotify: Bool) {
        id = request.id
        hasTools = canNotify && request.params["notifications"]?.objectValue?["toolsListChanged"] == true
    }

    private var meta: JSONValue { [AgentProtocol.subscriptionKey: id] }

    /// The first message: what is sent of what the client wants.
    var acknowledgement: JSONValue {
        [
            "jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged",
            "params": ["notifications": hasTools ? ["toolsListChanged": true] : [:], "_meta": meta],
        ]
    }

    /// The message about a change.
    var change: JSONValue {
        ["jsonrpc": "2.0", "method": "notifications/tools/list_changed", "params": ["_meta": meta]]
    }

    /// The response, with which it ends.
    var end: JSONValue {
        ["jsonrpc": "2.0", "id": id, "result": ["resultType": "complete", "_meta": meta]]
    }
}
