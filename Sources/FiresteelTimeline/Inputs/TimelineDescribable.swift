/// A type that says how its values appear in the timeline.
///
/// An input appears in the timeline, in logs and in reports only if its type conforms, and then only what it adds.
/// Strings and numbers don't conform: nobody could say whether such an input is a title or a password. The method runs on the path of every perform: add fields, compute nothing, and leave out or hide what must not be
/// read by whoever reads a report.
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
    /// Adds the fields that may be recorded, the most telling one first: what doesn't fit is cut from the end.
    func describe(to summary: inout InputSummary)
}

extension Optional: TimelineDescribable where Wrapped: TimelineDescribable {
    /// Adds what the wrapped value adds, and nothing without one.
    public func describe(to summary: inout InputSummary) {
        self?.describe(to: &summary)
    }
}
