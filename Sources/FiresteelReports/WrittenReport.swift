public import Foundation

/// A report that was written.
public struct WrittenReport: Sendable, Hashable {
    /// Where it is.
    public let url: URL
    /// How large it is.
    public let bytes: Int
    /// What had no room, by its path in the archive or its section.
    public let leftOut: [String]
    /// How many of the oldest entries had no room, by the path in the archive or the section.
    public let dropped: [String: Int]
    /// The sections that could not be collected, by identifier, and the files that could not be written, by their path in
    /// the archive, and why.
    public let failures: [String: String]
}

/// How far the writing of a report has come.
public struct ReportProgress: Sendable, Hashable {
    /// From 0 to 1, never falling.
    public let fraction: Double
    /// What was done last: "Collected Timeline".
    public let step: String
}
