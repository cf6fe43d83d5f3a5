public import Firesteel

/// A part of a debug report: what one part of a program can tell.
///
/// The report has sections of its own; give it more for what it doesn't know:
///
/// ```swift
/// struct SyncSection: ReportSection {
///     let identifier = "sync"
///     let title = "Synchronisation"
///
///     func content(_ request: ReportRequest) async throws -> ReportContent {
///         ReportContent([.facts([ReportFact("Last", "2 minutes ago"), ReportFact("Waiting", "3 changes")])])
///     }
/// }
/// ```
///
/// ## Implementing a section
///
/// Tell what is there, and nothing that the person who sends the report would not tell themselves: no names, no contents
/// of documents, no secrets. Where ``ReportRequest/userInitiatedOnly`` is set, tell only what stands below an action that
/// the user started, as far as it stands below actions at all.
///
/// What it throws stands in the report in its place, and the other sections are there all the same.
public protocol ReportSection: Sendable {
    /// What it is called in files' names: letters, digits and `-`, unique in a report.
    var identifier: String { get }

    /// What people call it.
    var title: String { get }

    /// Collects it, outside the main actor.
    func content(_ request: ReportRequest) async throws -> ReportContent
}

/// What a report asks its sections for.
public struct ReportRequest: Sendable {
    /// The runtime that the report is about.
    public let runtime: FeatureRuntime
    /// Whether only that is told which stands below an action that the user started.
    public let userInitiatedOnly: Bool
    /// The performs of this run that are told, `nil` for all.
    let performs: Set<UInt64>?
    let redaction: Redaction

    /// Whether a perform of this run is told.
    public func includes(perform: UInt64) -> Bool { performs.map { $0.contains(perform) } ?? true }

    /// Whether what stands under this name is a secret by its name, such as `password` or `api-key`.
    public func hides(_ name: String) -> Bool { redaction.hides(name) }
}
