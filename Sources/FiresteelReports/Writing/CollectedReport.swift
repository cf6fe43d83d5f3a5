import Firesteel
import FiresteelTimeline
import Foundation

/// The contents of a report's sections.
struct CollectedReport {
    struct Section {
        let identifier: String
        let title: String
        let content: ReportContent
    }

    var sections: [Section] = []
    /// The sections that threw, and what.
    var failures: [String: String] = [:]
    var redaction: Redaction
}

extension DebugReport {
    func collect(
        _ sections: [any ReportSection], progress: @Sendable (ReportProgress) -> Void
    ) async throws -> CollectedReport {
        let redaction = findSecrets()
        let performs = options.userInitiatedOnly ? runtime.timeline?.run.userInitiated() ?? [] : nil
        let request = ReportRequest(
            runtime: runtime, userInitiatedOnly: options.userInitiatedOnly, performs: performs, redaction: redaction)
        var collected = CollectedReport(redaction: redaction)
        for (index, section) in sections.enumerated() {
            try Task.checkCancellation()
            let content: ReportContent
            do {
                content = try await section.content(request)
            } catch let error as CancellationError {
                throw error
            } catch {
                let reason = redaction.redacted("\(error)")
                collected.failures[section.identifier] = reason
                content = ReportContent([.paragraph("This section could not be collected: \(reason)")])
            }
            collected.sections.append(
                CollectedReport.Section(identifier: section.identifier, title: section.title, content: content))
            let fraction = 0.5 * Double(index + 1) / Double(sections.count)
            progress(ReportProgress(fraction: fraction, step: "Collected \(section.title)"))
        }
        // Lines logged or flags read meanwhile may contain new secrets.
        collected.redaction = redaction.adding(secrets(redaction))
        return collected
    }

    private func findSecrets() -> Redaction {
        let redaction = Redaction(words: Array(options.secretWords), values: options.secrets)
        return redaction.adding(secrets(redaction))
    }

    private func secrets(_ redaction: Redaction) -> Set<String> {
        var search = SecretSearch(redaction)
        search.search(environment)
        search.search(runtime.flags, showsTargetingKey: options.showsTargetingKey)
        if let store = runtime.logStore { search.search(store.lines().lines) }
        if let timeline = runtime.timeline { search.search(timeline.run) }
        // If it can't be opened, its section contains the reason.
        if options.includesCrashedRun, let run = try? runtime.crashedRun() { search.search(run) }
        return search.values
    }
}
