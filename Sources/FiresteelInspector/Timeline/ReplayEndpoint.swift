import Dispatch
import Firesteel
import FiresteelBase
import FiresteelHTTPServer
import FiresteelReplay
import FiresteelTimeline
import HTTPTypes
import Synchronization

#if os(Linux) || os(macOS)
/// Replays of recorded failures, each in a process of the program, which a crash may end.
final class ReplayEndpoint: Sendable {
    /// The number of flags that are offered.
    private static let maximumFlags = 200

    private let runtime: FeatureRuntime
    private let timelines: Timelines
    private let command: [String]
    private let limit: Duration
    private let isRunning = Mutex(false)

    /// - Parameters:
    ///   - command: The program, and the arguments before those of a replay.
    ///   - limit: The time after which a replay is stopped.
    init(runtime: FeatureRuntime, timelines: Timelines, command: [String], limit: Duration) {
        (self.runtime, self.timelines, self.command, self.limit) = (runtime, timelines, command, limit)
    }

    var routes: [Route] {
        [
            Route(.get, "timeline/performs/{perform}/replay") { [self] call in .json(try await offer(call)) },
            Route(.post, "timeline/performs/{perform}/replay") { [self] call in
                .json(try await replay(call, call.body(PageData.ReplayRequest.self)))
            },
        ]
    }

    private func offer(_ call: Call) async throws -> PageData.ReplayOffer {
        let replayer = try await failure(call).replayer
        let flags = replayer.readFlags.prefix(Self.maximumFlags)
        return PageData.ReplayOffer(
            flags: flags.map { PageData.ReplayFlag(key: $0.key, value: $0.value, isDefault: $0.isDefault) },
            hidden: replayer.hiddenNames)
    }

    private func replay(_ call: Call, _ asked: PageData.ReplayRequest) async throws -> ProcessReplay {
        let isFirst = isRunning.withLock { isRunning in
            defer { isRunning = true }
            return !isRunning
        }
        guard isFirst else {
            throw HTTPProblem(
                status: .conflict, code: "busy", message: "Another replay is running. Try again when it has ended.")
        }
        defer { isRunning.withLock { $0 = false } }
        let (replayer, path, perform) = try await failure(call)
        let change = ProcessReplay.Change(
            flags: asked.with ?? [:], defaults: asked.without ?? [], hidden: asked.hidden ?? [:])
        do {
            return try await replayer.replay(by: command, of: path, perform: perform, change, limit: limit)
        } catch {
            throw HTTPProblem(status: .unprocessableContent, code: "not-replayed", message: error.description)
        }
    }

    /// Reads runs one after the other, on a thread that isn't one of the program's tasks.
    private static let queue = DispatchQueue(label: "firesteel.inspector.replays")

    /// Returns what replays a perform that failed, and the file of its run.
    private func failure(_ call: Call) async throws -> (replayer: RunReplayer, path: String, perform: UInt64) {
        let perform = try call.perform
        guard let run = try await timelines.view(call.query.text("run"))?.run else {
            throw HTTPProblem.notFound("Nothing is recorded.")
        }
        guard let path = run.path else {
            throw HTTPProblem(
                status: .conflict, code: "in-memory",
                message: "This run is in memory, where another process can't read it. Store runs in a folder.")
        }
        let own = runtime.timeline?.runIdentifier
        let replayer = await withCheckedContinuation { continuation in
            Self.queue.async {
                // Of this process's own run, it may still complete.
                let isOpen = run.header.identifier == own && run.perform(perform)?.outcome == nil
                continuation.resume(returning: isOpen ? nil : try? RunReplayer(run, perform: perform))
            }
        }
        guard let replayer else {
            throw HTTPProblem.notFound("This run has no such perform that failed, or it is no longer available.")
        }
        return (replayer, path, perform)
    }
}
#endif

extension PageData {
    /// What can be different in a replay.
    struct ReplayOffer: Encodable, Sendable {
        /// The flags that the session had read until the failure.
        var flags: [ReplayFlag]
        /// The names of hidden values, which must be given.
        var hidden: [String]
    }

    /// A flag with the value that it had.
    struct ReplayFlag: Encodable, Sendable {
        var key: String
        var value: JSONValue
        /// Whether it is the program's default.
        var isDefault: Bool
    }

    /// What is different in a replay.
    struct ReplayRequest: Decodable, Sendable {
        /// Other values of flags, by key.
        var with: [String: JSONValue]?
        /// The keys of flags that have the program's defaults.
        var without: [String]?
        /// The values of hidden members, by name.
        var hidden: [String: JSONValue]?
    }
}
