/// The limits of one report, which programs and the server share.
public enum ReportLimits {
    /// The bytes of a report as JSON.
    public static let bytes = 2 << 20
    /// The bytes of a report as JSON, compressed with gzip.
    public static let compressedBytes = 256 << 10
    /// The bytes of a text.
    public static let text = 4_096
    /// The steps.
    public static let steps = 30
    /// The frames of the backtrace.
    public static let frames = 100
    /// The flags.
    public static let flags = 500
    /// The features with their availability.
    public static let features = 500
    /// The reasons of a feature's availability.
    public static let reasons = 20
    /// The entries of the timeline.
    public static let entries = 20_000
}
