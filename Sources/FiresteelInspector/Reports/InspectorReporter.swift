public import Foundation

/// Makes reports that are downloaded in the pages.
///
/// The inspector makes none itself, so that a program that wants none is not made larger by one. With the product
/// `FiresteelReports` it takes a few lines:
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
    /// The formats that it makes. Both by default.
    var formats: [InspectorReportFormat] { get }

    /// Makes a report in a file of its own.
    ///
    /// The inspector removes the file when the page has it or no longer wants it, when another report is asked for, and when
    /// it stops. The task is cancelled where nobody waits for it any more; end with an error then, and leave no file
    /// behind.
    ///
    /// - Parameters:
    ///   - request: What is asked for.
    ///   - progress: To be told how far it is, from any thread.
    /// - Returns: The file. Its name is the one that the download gets.
    /// - Throws: Whatever went wrong; its description is shown to the person who asked.
    func makeReport(
        _ request: InspectorReportRequest, progress: @escaping @Sendable (InspectorReportProgress) -> Void
    ) async throws -> URL
}

extension InspectorReporter {
    /// Both.
    public var formats: [InspectorReportFormat] { InspectorReportFormat.allCases }
}

/// How a report is written.
public enum InspectorReportFormat: String, Sendable, Hashable, CaseIterable {
    /// An archive of several files.
    case zip
    /// One page of HTML.
    case html
}

/// A report that somebody asks for.
public struct InspectorReportRequest: Sendable, Hashable {
    /// How it is written.
    public let format: InspectorReportFormat
    /// Whether only what the user started is told.
    public let userInitiatedOnly: Bool
    /// Whether the last run that crashed is told as well.
    public let includesCrashedRun: Bool

    /// A request.
    public init(format: InspectorReportFormat, userInitiatedOnly: Bool = false, includesCrashedRun: Bool = false) {
        self.format = format
        self.userInitiatedOnly = userInitiatedOnly
        self.includesCrashedRun = includesCrashedRun
    }
}

/// How far a report is.
public struct InspectorReportProgress: Sendable, Hashable {
    /// From 0 to 1.
    public let fraction: Double
    /// What is being done: "Collecting log lines".
    public let step: String

    /// A progress.
    public init(fraction: Double, step: String) {
        self.fraction = fraction
        self.step = step
    }
}
