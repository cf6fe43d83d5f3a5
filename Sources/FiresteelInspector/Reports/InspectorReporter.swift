public import Foundation

/// Creates the reports for download in the pages.
///
/// The inspector creates none itself, so that programs without reports stay small. With the product `FiresteelReports`
/// it takes a few lines:
///
/// ```swift
/// struct Reporter: InspectorReporter {
///     let runtime: FeatureRuntime
///     let folder: URL
///
///     func makeReport(
///         _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
///     ) async throws -> URL {
///         let options = DebugReport.Options(
///             userInitiatedOnly: request.userInitiatedOnly, includesCrashedRun: request.includesCrashedRun)
///         let report = DebugReport(runtime, options: options)
///         return try await report.write(request.format == .zip ? .zip : .html, to: folder) { done in
///             progress(InspectorReportProgress(fraction: done.fraction, step: done.step))
///         }.url
///     }
/// }
/// ```
public protocol InspectorReporter: Sendable {
    /// The supported formats. Both by default.
    var formats: [InspectorReportFormat] { get }

    /// Creates a report in a new file.
    ///
    /// The inspector removes the file once the page has downloaded or cancelled it, when another report is requested,
    /// and when it stops. The task is cancelled if the report is no longer needed; then throw an error, and leave no
    /// file.
    ///
    /// - Parameters:
    ///   - request: The requested contents.
    ///   - progress: Reports the progress. It can be called from any thread.
    /// - Returns: The file. Its name is used for the download.
    /// - Throws: Any error. Its description is shown to the user.
    func makeReport(
        _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
    ) async throws -> URL
}

extension InspectorReporter {
    /// Both.
    public var formats: [InspectorReportFormat] { InspectorReportFormat.allCases }
}

/// The format of a report.
public enum InspectorReportFormat: String, Sendable, Hashable, CaseIterable {
    /// An archive of several files.
    case zip
    /// One HTML page.
    case html
}

/// A request for a report.
public struct InspectorReportRequest: Sendable, Hashable {
    /// The format.
    public let format: InspectorReportFormat
    /// Whether only data of user-initiated actions is included.
    public let userInitiatedOnly: Bool
    /// Whether the last crashed run is included.
    public let includesCrashedRun: Bool

    /// Creates a request.
    public init(format: InspectorReportFormat, userInitiatedOnly: Bool = false, includesCrashedRun: Bool = false) {
        self.format = format
        self.userInitiatedOnly = userInitiatedOnly
        self.includesCrashedRun = includesCrashedRun
    }
}

/// The progress of a report.
public struct InspectorReportProgress: Sendable, Hashable {
    /// The completed fraction, from 0 to 1.
    public let fraction: Double
    /// The current step: "Collecting log lines".
    public let step: String

    /// Creates a progress.
    public init(fraction: Double, step: String) {
        self.fraction = fraction
        self.step = step
    }
}
