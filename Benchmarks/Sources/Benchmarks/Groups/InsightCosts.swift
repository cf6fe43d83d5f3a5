import Firesteel
import FiresteelHTTP
import FiresteelInsight
import FiresteelTimeline
import Foundation
import Logging

/// The cost of counting for the performing thread, and of reading the timeline for it.
enum InsightCosts: BenchmarkGroup {
    static let name = "insight"
    static let title = "Counting what a program does, and sending it: timelines in files"

    /// The time between two reads of the measured sender, so that one is in progress in most rounds.
    private static let pause = Duration.milliseconds(5)
    /// The number of performs whose events are read at once.
    private static let performs = 10_000
    /// The number of reads; the first one only warms up.
    private static let reads = 32

    static func measure() async throws -> [Measurement] {
        let folder = try TemporaryFolder()
        LoggingSystem.bootstrap { FiresteelLogHandler(label: $0, outputs: []) }
        let alone = try FeatureRuntime(
            Program.self, RuntimeConfiguration(storage: .folder(folder.path + "/alone")))
        let counted = try FeatureRuntime(
            Program.self, RuntimeConfiguration(storage: .folder(folder.path + "/counted")))
        let sender = try makeSender(of: counted, pause: pause)
        try await sender.setConsent(true)
        await sender.start()
        var measurements = await Rounds().measure([
            Subject("perform, alone") { count in await perform(count, in: alone.main) },
            Subject("perform, with a sender") { count in await perform(count, in: counted.main) },
        ])
        await sender.stop(within: .zero)
        measurements.append(try await reading(in: folder))
        try folder.remove()
        return measurements
    }

    /// Measures the processor time of this process while a sender reads events and stores a segment.
    private static func reading(in folder: TemporaryFolder) async throws -> Measurement {
        let runtime = try FeatureRuntime(
            Program.self, RuntimeConfiguration(storage: .folder(folder.path + "/read")))
        let sender = try makeSender(of: runtime)
        try await sender.setConsent(true)
        var rounds: [Double] = []
        for number in 0..<reads {
            await perform(performs, in: runtime.main)
            // In microseconds (POSIX), of all threads.
            let began = clock()
            await sender.flush()
            let used = clock() - began
            // A perform is two events: its begin and its completion.
            if number > 0 { rounds.append(Double(used) / Double(2 * performs) * 1_000) }
        }
        guard sender.folder.messages().count == reads, sender.folder.status.droppedCount == 0 else {
            throw MissingSegmentsError()
        }
        return Measurement(operation: "reading 1,000 events, processor time", unit: "µs", rounds: rounds)
    }

    /// An error if events weren't read and stored, which makes the figures invalid.
    private struct MissingSegmentsError: Error {}

    private static func makeSender(of runtime: FeatureRuntime, pause: Duration = .seconds(5)) throws -> InsightSender {
        guard let timeline = runtime.timeline, case .file = timeline.recording else {
            throw JournalAppends.NotInFileError()
        }
        return try InsightSender(
            timeline, to: URL(filePath: "/"), token: "", transport: UnreachableServer(),
            options: InsightOptions(pause: pause))
    }

    private static func perform(_ count: Int, in session: ActionSession) async {
        for _ in 0..<count { await Work.nothing.perform(options: .in(session)) }
    }
}

/// A transport without a network, so that messages remain queued.
private struct UnreachableServer: HTTPTransport {
    struct UnreachableError: Error {}

    func open(_ request: HTTPRequestMessage, limits: HTTPLimits) async throws -> HTTPResponseMessage<HTTPBody> {
        throw UnreachableError()
    }
}
