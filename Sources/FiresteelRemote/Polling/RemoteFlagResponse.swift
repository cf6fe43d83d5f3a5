/// The content of a response.
public enum RemoteFlagResponse: Sendable {
    /// The current flags.
    case values(RemoteFlagValues)
    /// No changes since the response whose validator was sent.
    case notModified
}
