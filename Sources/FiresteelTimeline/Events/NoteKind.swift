/// The kind of a note in the timeline.
public enum NoteKind: UInt8, Sendable, Hashable, CaseIterable {
    /// A mistake in the use of features, such as an action that was performed but never declared.
    case fault = 1
    /// A remark of the program itself.
    case remark = 2

    /// The identifier in exports.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .fault: "fault"
        case .remark: "remark"
        }
    }
}
