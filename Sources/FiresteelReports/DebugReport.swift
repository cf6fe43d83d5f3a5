public import Firesteel
import FiresteelTimeline
public import Foundation

/// Everything that helps to understand what a program did, in one file: for the person who sends it to its authors.
///
/// ```swift
/// let report = DebugReport(runtime, adding: [SyncSection()])
/// let written = try await report.write(.zip, to: folder)
/// share(written.url)
/// ```
///
/// It has the timeline, stacks, log lines, flags with explanations, availability with reasons, purchases, permissions, the
/// catalogue, versions and faults, and what sections of the program's own tell. Inputs are there as far as the timeline has
/// them. Secrets are left out, see ``Options/secretWords``; environment variables aren't told at all.
public struct DebugReport: Sendable {
    /// How a report is written.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// An archive of a page and of files for programs.
        case zip
        /// One page that needs nothing else: no script, style or picture from anywhere.
        case html
    }

    /// What it is about.
    public let runtime: FeatureRuntime
    /// What is in it.
    public let options: Options
    /// Its sections, in the order in which they are told.
    public let sections: [any ReportSection]
    /// Where secrets are looked for; it is never told.
    let environment: [String: String]

    /// A report.
    ///
    /// Nothing is collected before it is written.
    ///
    /// - Parameters:
    ///   - runtime: What it is about.
    ///   - options: What is in it.
    ///   - added: What the program tells beside the report's own sections.
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

    /// Collects the report and writes it to a file of its own in a folder, which is made where it isn't there.
    ///
    /// The file is there as a whole or not at all, and nothing else is left behind, also where it is cancelled. Its owner
    /// alone may read it. Works outside the main actor; a full timeline of 8 MiB takes some seconds in a debug build.
    ///
    /// - Parameters:
    ///   - format: How it is written.
    ///   - folder: Where to.
    ///   - date: When it is written, for its name and the times in it.
    ///   - progress: Told after each step, from any thread.
    /// - Returns: The file, and what is not in it.
    /// - Throws: ``DebugReportError``, or `CancellationError` where the task was cancelled.
    @concurrent
    public func write(
        _ format: Format, to folder: URL, date: Date = Date(),
        progress: @Sendable (ReportProgress) -> Void = { _ in }
    ) async throws -> WrittenReport {
        let sections = try chosenSections()
        let name = ReportName(program: programName, date: date, format: format)
        let place = try ReportPlace(folder: folder, name: name, now: date)
        defer { place.removePartial() }
        let collected = try await collect(sections, progress: progress)
        let head = ReportHead(self, name: name, date: date)
        let summary: ReportSummary
        do {
            switch format {
            case .zip: summary = try ZipReport(head, collected).write(to: place.partialFile, progress: progress)
            case .html: summary = try PageReport(head, collected).write(to: place.partialFile, progress: progress)
            }
        } catch let error as ZipError {
            throw DebugReportError.file(place.file.path, "\(error)")
        }
        try Task.checkCancellation()
        let bytes = try place.publish()
        progress(ReportProgress(fraction: 1, step: "Done"))
        return WrittenReport(
            url: place.file, bytes: bytes, leftOut: summary.leftOut, dropped: summary.dropped,
            failures: collected.failures.merging(summary.failures) { first, _ in first })
    }

    private var programName: String {
        runtime.timeline?.run.header.program.name ?? ProcessInfo.processInfo.processName
    }

    /// The sections that are asked for, each under a name that can be a folder's.
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
