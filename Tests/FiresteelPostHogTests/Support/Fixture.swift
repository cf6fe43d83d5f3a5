import Firesteel
import FiresteelHTTP
import FiresteelPostHog
import Foundation
import HTTPTesting
import HTTPTypes
import Synchronization

/// A folder that is removed after the test, with providers in it.
final class Fixture: Sendable {
    let folder: URL
    let clock = ManualClock()
    private let reports = Mutex<[String]>([])

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "firesteel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(at: folder) } catch {
            // A test may have removed it already; the system cleans up the rest.
        }
    }

    /// The reported faults.
    var faults: [String] { reports.withLock { $0 } }

    /// A provider that has begun.
    func provider(
        to host: URL = Fixture.nowhere, through transport: any HTTPTransport = URLSessionTransport(),
        _ configure: (inout PostHogOptions) -> Void = { _ in }
    ) -> PostHogProvider {
        var options = PostHogOptions(projectKey: "key", host: host, folder: folder)
        // No random part: a delay of 1 s, 2 s, 4 s …
        options.retry = RetryPolicy(random: { 1 })
        configure(&options)
        let provider = PostHogProvider(options, transport: transport, clock: clock.clock)
        provider.start { [weak self] words in self?.reports.withLock { $0.append(words) } }
        return provider
    }

    /// An unreachable address.
    static let nowhere = URL(string: "http://127.0.0.1:1") ?? URL(filePath: "/")

    /// All files below the folder but locks, by their paths in it.
    var files: [String] {
        let all = FileManager.default.subpaths(atPath: folder.path) ?? []
        return all.filter { $0.hasSuffix(".jsonl") || !$0.contains("/") && !$0.hasPrefix("queue-") }.sorted()
    }

    /// The files of events, as URLs.
    var segments: [URL] { files.filter { $0.hasSuffix(".jsonl") }.map { folder.appending(path: $0) } }
}

/// A numbered event.
func event(
    _ number: Int, _ text: String? = nil, phase: AnalyticsEvent.Phase = .begin, name: String = "event"
) -> AnalyticsEvent {
    var attributes: AnalyticsAttributes = ["n": .int(number)]
    if let text { attributes["text"] = .string(text) }
    return AnalyticsEvent(
        name: name, phase: phase, attributes: attributes, time: 1_767_225_600_000_000 + Int64(number),
        action: ActionPath(feature: FeaturePath("App/Documents"), action: "Open"))
}

extension PostHogProvider {
    /// Queues numbered events.
    func record(_ numbers: Range<Int>) {
        for number in numbers { record(event(number)) }
    }

    /// Flushes until nothing is pending, while time passes.
    func flushAll(_ clock: ManualClock? = nil) async {
        while status.queued > 0 {
            await flush()
            clock?.advance(by: 1)
            await Task.yield()
        }
    }
}

/// A transport that takes batches, unless the test says otherwise.
final class Taker: Sendable {
    private let taken = Batches()
    let transport: ScriptedTransport

    /// - Parameter answer: An answer to a batch and its number, from 1; `nil` to take it.
    init(
        _ answer: @escaping @Sendable ([Received], Int) async throws -> HTTPResponseMessage<[UInt8]>? = { _, _ in nil }
    ) {
        let taken = taken
        transport = ScriptedTransport { request, number in
            guard let batch = Received.batch(fields: request.fields, body: request.body) else {
                return HTTPResponseMessage(status: 418)
            }
            if let response = try await answer(batch, number) { return response }
            taken.add(batch)
            return .json(#"{"status":"Ok"}"#)
        }
    }

    /// The accepted batches.
    var batches: [[Received]] { taken.all }
    /// The numbers of the events that were taken.
    var numbers: [Int] { batches.joined().compactMap(\.properties.n) }
}

/// Batches, in order.
final class Batches: Sendable {
    private let batches = Mutex<[[Received]]>([])

    func add(_ batch: [Received]) { batches.withLock { $0.append(batch) } }
    var all: [[Received]] { batches.withLock { $0 } }
}
