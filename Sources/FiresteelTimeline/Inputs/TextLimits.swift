/// The maximum recorded sizes of texts, in bytes of UTF-8.
///
/// Longer texts are truncated, and the event is marked.
public enum TextLimits {
    /// The limit for an input.
    public static let input = 256
    /// The limit for an error.
    public static let error = 256
    /// The limit for a log message.
    public static let message = 512
    /// The limit for a flag's value alone.
    public static let flagValue = 160
    /// The limit for a flag's value with its origin, and for the reasons of an availability change or a refused request.
    public static let change = 512
    /// The limit for the identifier of a session's principal.
    public static let principal = 256
    /// The limit for a note.
    public static let note = 512
    /// The limit for the coding of an input that is retained for replay.
    ///
    /// A longer one isn't recorded.
    public static let keptInput = 4_096
    /// The limit for a session's name and for a logger's label.
    ///
    /// The identifier and name of a feature or action share twice this limit.
    public static let name = 256
}
