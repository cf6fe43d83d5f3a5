public import Firesteel
import FiresteelTimeline

/// A section of a debug report.
///
/// Reports have built-in sections. Add sections for the program's own state:
///
/// ```swift
/// struct SyncSection: ReportSection {
///     let identifier = "sync"
///     let title = "Synchronization"
///
///     func content(_ request: ReportRequest) async throws -> ReportContent {
///         ReportContent([.facts([ReportFact("Last", "2 minutes ago"), ReportFact("Waiting", "3 changes")])])
///     }
/// }
/// ```
///
/// ## Implementing a section
///
/// Include only information that the sender of the report would share: no names, no contents of documents, no secrets.
/// If ``ReportRequest/userInitiatedOnly`` is set, include only data that belongs to user-initiated actions, if it
/// belongs to actions at all.
///
/// A thrown error appears in place of the section, and the other sections are included nevertheless.
public protocol ReportSection: Sendable {
    /// The identifier in file names: letters, digits and `-`, unique in a report.
    var identifier: String { get }

    /// The display name.
    var title: String { get }

    /// Collects it, outside the main actor.
    func content(_ request: ReportRequest) async throws -> ReportContent
}

/// The request for the content of sections.
public struct ReportRequest: Sendable {
    /// The runtime that the report is about.
    public let runtime: FeatureRuntime
    /// Whether only data of user-initiated actions is included.
    public let userInitiatedOnly: Bool
    /// The included performs of this run, or `nil` for all.
    let performs: Set<UInt64>?
    let redaction: Redaction

    /// Returns whether a perform of this run is included.
    public func includes(perform: UInt64) -> Bool { performs.map { $0.contains(perform) } ?? true }

    /// Returns whether a name indicates a secret, such as `password` or `api-key`.
    public func hides(_ name: String) -> Bool { redaction.hides(name) }
}
