/// The limits on event streams of a node.
struct StreamLimits: Sendable {
    var total: Int
    /// Streams of addresses that were given to one token: all but a tenth, so that others always have room.
    ///
    /// A token may be part of an app, and all its users have it.
    var perToken: Int { max(total - total / 10, 1) }
    /// Streams of one client's address.
    var perClient: Int
    /// Streams of one program's run.
    ///
    /// It needs one; while it connects again, the server may not know yet that the last one ended.
    let perInstance = 4
}

/// The limit that a new stream would exceed.
enum StreamLimitError: Error {
    case total, token, client, instance, stopping
}
