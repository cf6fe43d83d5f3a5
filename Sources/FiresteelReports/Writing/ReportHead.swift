import Firesteel
import FiresteelTimeline
import Foundation

/// The header of a report.
struct ReportHead: Sendable {
    /// The version of the format, as `docs/report-format.md` describes it.
    static let format = "1.1"

    let title: String
    let date: Date
    let name: String
    let options: DebugReport.Options
    let run: String?
    let program: String
    let version: String
    let build: String

    init(_ report: DebugReport, name: ReportName, date: Date) {
        let header = report.runtime.timeline?.run.header
        program = header?.program.name ?? ProcessInfo.processInfo.processName
        version = header?.program.version ?? ""
        build = header?.program.build ?? ""
        title = [program, version, "debug report"].filter { !$0.isEmpty }.joined(separator: " ")
        run = header?.identifier
        options = report.options
        self.date = date
        self.name = name.text
    }

    /// The maximum size of the file in bytes.
    var maximumBytes: Int { max(512 << 10, options.maximumBytes) }

    /// A sentence about the scope of the report.
    var scope: String {
        let written = "Written \(date.formatted(.iso8601))."
        guard options.userInitiatedOnly else { return written }
        return "\(written) Only data of user-initiated actions."
    }
}

/// The omissions of a report.
struct ReportSummary {
    /// The files that could not be written, and why.
    var failures: [String: String] = [:]
    var leftOut: [String] = []
    var dropped: [String: Int] = [:]
}

/// The manifest of an archive, `manifest.json`.
struct ReportManifest: Encodable {
    struct Section: Encodable {
        let identifier: String
        let title: String
        let files: [String]
        let failure: String?
    }

    let format: String
    let written: Date
    let program: String
    let version: String
    let build: String
    let library: String
    let run: String?
    let userInitiatedOnly: Bool
    let sections: [Section]
    let leftOut: [String]
    let dropped: [String: Int]
    let failures: [String: String]

    init(_ head: ReportHead, sections: [Section], _ summary: ReportSummary) {
        format = ReportHead.format
        written = head.date
        program = head.program
        version = head.version
        build = head.build
        library = FiresteelVersion.current
        run = head.run
        userInitiatedOnly = head.options.userInitiatedOnly
        self.sections = sections
        leftOut = summary.leftOut
        dropped = summary.dropped
        failures = summary.failures
    }
}
