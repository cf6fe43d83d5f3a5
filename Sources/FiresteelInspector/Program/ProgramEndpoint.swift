import Firesteel
import FiresteelTimeline
import Foundation
import HTTPTypes

/// The program, with the numbers of its features, flags, runs and log lines.
struct ProgramEndpoint: Sendable {
    let runtime: FeatureRuntime
    let timelines: Timelines
    /// The address of the program's own page.
    let address: URL?
    var parts = InspectorParts.everything

    var routes: [Route] {
        [Route(.get, "program") { _ in .json(try await program()) }]
    }

    private func program() async throws -> PageData.Program {
        let differing = FlagReader(runtime: runtime).differing()
        guard parts == .everything else { return card(PageData.Counts(flags: differing)) }
        let view = await timelines.live
        await view?.refresh()
        let performed = await view?.counts
        let counts = PageData.Counts(
            features: Self.count(runtime.featureTree), performs: performed?.performs ?? 0,
            failures: performed?.failures ?? 0, inFlight: performed?.inFlight ?? 0, stacks: runtime.openStackCount,
            sessions: runtime.openSessionCount, crashes: try crashes(),
            flags: differing)
        var program = card(counts)
        program.host = runtime.timeline?.run.header.host
        program.pid = ProcessInfo.processInfo.processIdentifier
        program.recording = runtime.timeline.map { PageData.Recording($0.recording) } ?? PageData.Recording(kind: "off")
        program.address = address?.absoluteString
        program.outgoing = timelines.folder.flatMap(PageData.Outgoing.init)
        return program
    }

    /// Returns what every page shows.
    private func card(_ counts: PageData.Counts) -> PageData.Program {
        guard let timeline = runtime.timeline else {
            return PageData.Program(
                name: ProcessInfo.processInfo.processName, version: "", build: "", run: "", started: 0, now: 0,
                counts: counts)
        }
        let header = timeline.run.header
        return PageData.Program(
            name: header.program.name, version: header.program.version, build: header.program.build,
            run: header.identifier, started: header.started, now: timeline.microseconds(of: timeline.now),
            counts: counts)
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
