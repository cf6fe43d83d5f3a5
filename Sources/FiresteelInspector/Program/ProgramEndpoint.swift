import Firesteel
import FiresteelTimeline
import FiresteelWeb
import Foundation

/// The program, with the numbers of its features, flags, runs and log lines.
struct ProgramEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines
    /// The address of the program's own page.
    let address: URL?

    var routes: [Route] {
        [Route("GET", "program") { _ in .json(try await program()) }]
    }

    private func program() async throws -> PageData.Program {
        let view = await timelines.live
        await view?.refresh()
        let performed = await view?.counts
        let counts = PageData.Counts(
            features: Self.count(runtime.featureTree), performs: performed?.performs ?? 0,
            failures: performed?.failures ?? 0, inFlight: performed?.inFlight ?? 0, stacks: runtime.openStackCount,
            sessions: runtime.openSessionCount, crashes: try crashes(),
            flags: FlagReader(runtime: runtime).differing())
        guard let timeline = runtime.timeline else {
            return PageData.Program(
                name: ProcessInfo.processInfo.processName, version: "", build: "", host: "",
                pid: ProcessInfo.processInfo.processIdentifier, run: "", started: 0, now: 0,
                recording: PageData.Recording(kind: "off"), counts: counts,
                address: address?.absoluteString)
        }
        let header = timeline.run.header
        return PageData.Program(
            name: header.program.name, version: header.program.version, build: header.program.build,
            host: header.host, pid: header.process, run: header.identifier, started: header.started,
            now: timeline.microseconds(of: timeline.now), recording: PageData.Recording(timeline.recording),
            counts: counts, address: address?.absoluteString,
            outgoing: timelines.folder.flatMap(PageData.Outgoing.init))
    }

    /// Returns the number of earlier runs that ended abnormally.
    private func crashes() throws -> Int {
        let current = runtime.timeline?.runIdentifier
        return try timelines.folder?.runs().count { run in
            guard run.id != current, case .success(let state) = run.state else { return false }
            return state.end.isCrash
        } ?? 0
    }

    private static func count(_ features: [FeatureDescription]) -> Int {
        features.reduce(0) { $0 + 1 + count($1.features) }
    }
}

extension PageData.Recording {
    init(_ recording: Recording) {
        switch recording {
        case .file(let path): self.init(kind: "file", path: path)
        case .memory: self.init(kind: "memory")
        case .memoryFallback(let fault): self.init(kind: "memory-after-fault", fault: fault.description)
        }
    }
}
