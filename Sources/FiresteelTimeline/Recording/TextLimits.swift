/// How much of a text is recorded, in bytes of UTF-8.
///
/// What is longer is cut, and the event says so.
public enum TextLimits {
    /// Of an input.
    public static let input = 256
    /// Of an error.
    public static let error = 256
    /// Of a log message.
    public static let message = 512
    /// Of a flag's value alone.
    public static let flagValue = 160
    /// Of a flag's value with where it came from, and of the reasons of a change of availability or a refused request.
    public static let change = 512
    /// Of the identifier of a session's principal.
    public static let principal = 256
    /// Of a note.
    public static let note = 512
    /// Of a session's name and of a logger's label.
    ///
    /// A feature's or an action's identifier and name share twice as much.
    public static let name = 256
}
