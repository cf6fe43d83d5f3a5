/// An error whose failures the program reports.
///
/// The failure of an action with such an error is marked on the timeline. Where the program sends reports, see
/// `InsightSender`, the mark becomes a report of the failure. Conform errors that indicate a mistake or an environment that
/// must not be, such as data that can't be read, rather than those that users can cause and fix.
///
/// ```swift
/// extension StorageError: ReportedError {
///     var isReported: Bool { self != .readOnly }
/// }
/// ```
///
/// The mark is in the timeline, so that a failure is reported even if the program crashes right after it.
public protocol ReportedError: Error {
    /// Whether this error is reported.
    ///
    /// True by default.
    var isReported: Bool { get }
}

extension ReportedError {
    /// True.
    public var isReported: Bool { true }
}
