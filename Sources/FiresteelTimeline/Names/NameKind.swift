/// The kind of a name in the journal.
///
/// The raw values are part of the format.
enum NameKind: UInt8, Sendable {
    /// Its text is identifier US name; it refers to the parent feature, or to 0.
    case feature = 1
    /// Its text is identifier US name; it refers to the feature.
    case action = 2
    /// Its text is the session's name.
    case session = 3
    /// Its text is the logger's label.
    case label = 4
    /// Its text is the flag's key.
    case flag = 5
    /// Its text is value US variant; it refers to the flag.
    ///
    /// No event refers to it: it outlives the events that carry times.
    case flagValue = 6

    /// Whether the name may identify the user, and is erased with the user's timeline.
    var isPersonal: Bool { self == .session || self == .flagValue }
}
