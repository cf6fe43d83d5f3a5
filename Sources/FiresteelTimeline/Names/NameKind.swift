/// What a name in the journal names.
///
/// The numbers are those of the format.
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
    /// No event refers to it: it outlives the events that say when.
    case flagValue = 6

    /// Whether it may tell of the person who uses the program, and is erased with their timeline.
    var isPersonal: Bool { self == .session || self == .flagValue }
}
