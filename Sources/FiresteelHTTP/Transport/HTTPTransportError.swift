/// An error that ends an HTTP exchange.
///
/// Messages never contain a query, because queries may contain secrets.
public enum HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address isn't valid for HTTP.
    case unusableAddress(String)
    /// The server is unreachable, or the connection was lost; with the system's message.
    case unreachable(String)
    /// The exchange exceeded the time limit.
    case timedOut
    /// The body is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// The number of redirects exceeds the limit.
    case tooManyRedirects(limit: Int)
    /// A redirect is not allowed, with the reason.
    case refusedRedirect(String)

    /// A message with the cause.
    public var description: String {
        switch self {
        case .unusableAddress(let address): "“\(address)” is not an HTTP address. Use http:// or https://."
        case .unreachable(let reason): "Can't reach the server: \(reason)"
        case .timedOut: "The server didn't respond in time."
        case .tooLarge(let limit): "The response is larger than \(limit) bytes."
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .refusedRedirect(let reason): "The server's redirect isn't followed: \(reason)"
        }
    }
}
