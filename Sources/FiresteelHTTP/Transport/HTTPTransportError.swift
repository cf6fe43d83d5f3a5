/// Why an exchange over HTTP came to nothing.
///
/// No message has a query in it: addresses may carry secrets there.
public enum HTTPTransportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The address isn't one for HTTP.
    case unusableAddress(String)
    /// It could not be reached, or the connection broke; with what the system says.
    case unreachable(String)
    /// It took longer than the limit.
    case timedOut
    /// The body is larger than the limit, in bytes.
    case tooLarge(limit: Int)
    /// It was led on more often than the limit.
    case tooManyRedirects(limit: Int)
    /// It was led on to where it must not go, with the reason.
    case refusedRedirect(String)

    /// What went wrong, in a sentence.
    public var description: String {
        switch self {
        case .unusableAddress(let address): "“\(address)” is no address for HTTP. Use http:// or https://."
        case .unreachable(let reason): "The server can't be reached: \(reason)"
        case .timedOut: "The server took too long."
        case .tooLarge(let limit): "The answer is larger than \(limit) bytes."
        case .tooManyRedirects(let limit): "The server redirected more than \(limit) times."
        case .refusedRedirect(let reason): "The server's redirection isn't followed: \(reason)"
        }
    }
}
