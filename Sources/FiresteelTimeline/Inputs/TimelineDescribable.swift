/// A type that describes how its values appear in the timeline.
///
/// An input appears in the timeline, in logs and in reports only if its type conforms, and then only with the fields it
/// adds. Strings and numbers don't conform, because a plain string may as well be a password. The method runs on the
/// path of every perform: add fields, compute nothing, and omit or hide values that readers of a report must not see.
///
/// ```swift
/// extension Upload: TimelineDescribable {
///     func describe(to summary: inout InputSummary) {
///         summary.add(file.name)
///         summary.add("Size", bytes: file.size)
///         summary.hide("Contents")
///     }
/// }
/// ```
public protocol TimelineDescribable {
    /// Adds the fields that may be recorded, the most important first. Fields that don't fit are cut from the end.
    func describe(to summary: inout InputSummary)
}

extension TimelineDescribable {
    /// Unavailable: a described input adds its fields.
    @available(
        *, unavailable,
        message:
            "record fields of the input, as in func describe(to summary: inout InputSummary) { summary.add(\"Title\", title) }"
    )
    public func describe(to summary: inout InputSummary) {}
}

extension Optional: TimelineDescribable where Wrapped: TimelineDescribable {
    /// Adds the fields of the wrapped value, if there is one.
    public func describe(to summary: inout InputSummary) {
        self?.describe(to: &summary)
    }
}
