/// What a note in the timeline is about.
public enum NoteKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A fault in how the program uses its features, such as an action that was performed but never declared.
    case fault = 1
    /// A remark of the program itself.
    case remark = 2

    /// The word that exports use.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .fault: "fault"
        case .remark: "remark"
        }
    }
}
