public import Firesteel
import FiresteelTimeline
public import Foundation

/// A diagnostic report of a program in one file, for users to send to its developers.
///
/// ```swift
/// let report = DebugReport(runtime, adding: [SyncSection()])
/// let written = try await report.write(.zip, to: folder)
/// share(written.url)
/// ```
///
/// It contains the timeline, stacks, log lines, flags with explanations, availability with reasons, purchases,
/// permissions, the catalogue, versions and faults, and the program's own sections. Inputs are included as recorded on
/// the timeline. Secrets are removed, see ``Options/secretWords``; environment variables are never included.
public struct DebugReport: Sendable {
    /// The format of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// An archive of a page and of files for programs.
        case zip
        /// One page with the inspector's lists and filters, which opens without a server and without network.
        case html
    }

    /// The runtime.
    public let runtime: FeatureRuntime
    /// The contents.
    public let options: Options
    /// The sections, in order.
    public let sections: [any ReportSection]
    /// The environment in which secrets are searched; it is never included.
    let environment: [String: String]

    /// Creates a report.
    ///
    /// Data is collected when the report is written.
    ///
    /// - Parameters:
    ///   - runtime: The runtime.
    ///   - options: The contents.
    ///   - added: Sections in addition to the built-in ones.
    public init(
        _ runtime: FeatureRuntime, options: Options = Options(), adding added: [any ReportSection] = []
    ) {
        self.init(runtime, options: options, adding: added, environment: ProcessInfo.processInfo.environment)
    }

    /// - Parameter environment: The environment variables of the program.
    package init(
        _ runtime: FeatureRuntime, options: Options, adding added: [any ReportSection], environment: [String: String]
    ) {
        self.runtime = runtime
        self.environment = environment
        self.options = options
        var own: [any ReportSection] = [VersionsSection(), FaultsSection(), TimelineSection()]
        if options.includesCrashedRun { own.append(CrashedRunSection()) }
        own += [
            StacksSection(), LogsSection(), FlagsSection(), AvailabilitySection(), PurchasesSection(),
            PermissionsSection(),
        ]
        sections = own + added + [CatalogueSection()]
    }

    /// Collects the report and writes it to a new file in a folder, which is created if necessary.
    ///
    /// The file is created completely or not at all, and no other files remain, also after cancellation. It is readable
    /// only by its owner. Runs outside the main actor; a full timeline of 8 MiB takes some seconds in a debug build.
    ///
    /// - Parameters:
    ///   - format: The format.
    ///   - folder: The folder.
    ///   - date: The time of the report, for its name and contents.
    ///   - progress: Called after each step, on any thread.
    /// - Returns: The file, and the omitted parts.
    /// - Throws: ``DebugReportError``, or `CancellationError` if the task was cancelled.
    @concurrent
    public func write(
        _ format: Format, to folder: URL, date: Date = Date(),
        progress: @Sendable (ReportProgress) -> Void = { _ in }
    ) async throws -> WrittenReport {
        let sections = try chosenSections()
        let name = ReportName(program: programName, date: date, format: format)
        let location = try ReportLocation(folder: folder, name: name, now: date)
        defer { location.removePartial() }
        let collected = try await collect(sections, progress: progress)
        let head = ReportHead(self, name: name, date: date)
        let summary: ReportSummary
        do {
            switch format {
            case .zip: summary = try ZipReport(head, collected).write(to: location.partialFile, progress: progress)
            case .html: summary = try PageReport(head, collected).write(to: location.partialFile, progress: progress)
            }
        } catch let error as ZipError {
            throw DebugReportError.file(location.file.path, "\(error)")
        }
        try Task.checkCancellation()
        let bytes = try location.publish()
        progress(ReportProgress(fraction: 1, step: "Done"))
        return WrittenReport(
            url: location.file, bytes: bytes, leftOut: summary.leftOut, dropped: summary.dropped,
            failures: collected.failures.merging(summary.failures) { first, _ in first })
    }

    private var programName: String {
        runtime.timeline?.run.header.program.name ?? ProcessInfo.processInfo.processName
    }

    /// Returns the requested sections, each with an identifier that is a valid folder name.
    private func chosenSections() throws -> [any ReportSection] {
        var known: Set<String> = []
        for section in sections {
            let isFine = section.identifier.utf8.allSatisfy {
                (97...122).contains($0) || (65...90).contains($0) || (48...57).contains($0) || $0 == UInt8(ascii: "-")
            }
            guard isFine, !section.identifier.isEmpty, known.insert(section.identifier.lowercased()).inserted else {
                throw DebugReportError.section(section.identifier)
            }
        }
        guard let wanted = options.sections else { return sections }
        let identifiers = Set(sections.map(\.identifier))
        if let unknown = wanted.subtracting(identifiers).min() { throw DebugReportError.unknownSection(unknown) }
        return sections.filter { wanted.contains($0.identifier) }
    }
}
