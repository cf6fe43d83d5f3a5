/// The parts of the inspector that a program shows.
///
/// The others don't exist then: neither their pages nor their data are returned.
public enum InspectorParts: Sendable {
    /// The page of flags, for testers: values, explanations and overrides, and the sessions and reads of a flag.
    case flags
    /// All pages, for developers.
    case everything
}
