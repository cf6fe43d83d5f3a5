public import Foundation

/// A report that was written.
public struct WrittenReport: Sendable, Hashable {
    /// The location.
    public let url: URL
    /// The size in bytes.
    public let bytes: Int
    /// The omitted files, by path in the archive or section.
    public let leftOut: [String]
    /// The numbers of dropped entries, by path in the archive or section.
    public let dropped: [String: Int]
    /// The sections that could not be collected, by identifier, and the files that could not be written, by their path in
    /// the archive, and why.
    public let failures: [String: String]
}

/// The progress of writing a report.
public struct ReportProgress: Sendable, Hashable {
    /// The completed fraction, from 0 to 1, never decreasing.
    public let fraction: Double
    /// The last completed step: "Collected Timeline".
    public let step: String
}
