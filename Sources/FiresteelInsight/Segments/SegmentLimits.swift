/// The limits of one segment, which programs and the server share.
public enum SegmentLimits {
    /// The people of a segment; a program with more creates further segments.
    public static let people = 500
    /// The actions of a person.
    public static let actions = 500
    /// The types of errors of an action.
    public static let errors = 50
    /// The exposures of a person.
    public static let exposures = 500
    /// The variants of experiments that a person has in a session.
    public static let experiments = 20
    /// The kinds of refusals of a person.
    public static let refusals = 100
    /// The kinds of successions of a person.
    public static let successions = 500
    /// The bytes of a text.
    public static let text = 512
    /// The bytes of a segment as JSON.
    public static let bytes = 1 << 20
}
