import Firesteel
import FiresteelTimeline
import Foundation

/// The versions of the program, the library and the system.
struct VersionsSection: ReportSection {
    let identifier = "versions"
    let title = "Versions"

    func content(_ request: ReportRequest) -> ReportContent {
        var facts: [ReportFact] = []
        if let header = request.runtime.timeline?.run.header {
            facts = [
                ReportFact("Program", header.program.name), ReportFact("Version", header.program.version),
                ReportFact("Build", header.program.build), ReportFact("Run", header.identifier),
                ReportFact("Started", Date(microseconds: header.started).formatted(.iso8601)),
                ReportFact("Host", header.host),
            ]
        } else {
            facts = [ReportFact("Program", ProcessInfo.processInfo.processName)]
        }
        facts += [
            ReportFact("Firesteel", FiresteelVersion.current), ReportFact("System", "\(HostPlatform.current)"),
            ReportFact("Swift", Self.compiler), ReportFact("Built for", Self.configuration),
            ReportFact("Processors", "\(ProcessInfo.processInfo.activeProcessorCount)"),
            ReportFact("Memory", "\(ProcessInfo.processInfo.physicalMemory / 1_048_576) MiB"),
        ]
        return ReportContent([.facts(facts.filter { !$0.value.isEmpty })])
    }

    /// The compiler that Firesteel was built with, which is the program's.
    private static var compiler: String {
        #if compiler(>=6.4)
        "6.4 or later"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2 or earlier"
        #endif
    }

    private static var configuration: String {
        #if DEBUG
        "debugging"
        #else
        "release"
        #endif
    }
}

extension Date {
    init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}
