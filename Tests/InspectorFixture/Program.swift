import Firesteel
import FiresteelFlags
import FiresteelTimeline
import Foundation
import Logging

/// The running program, which performs what commands say.
@MainActor
final class Program {
    private let runtime: FeatureRuntime
    private let clock: ManualTimelineClock
    private let flags: Flags
    private let router: DocumentRouter
    private let reporter: ScriptedReporter
    private let folder: URL
    private var fill: Fill
    private var sessions: [String: ActionSession] = [:]
    private var requests: [ActionSession] = []
    /// The performs in flight: each ends with the error that it receives, if any.
    private var held: [(AsyncStream<String?>.Continuation, Task<Void, Never>)] = []

    init(
        runtime: FeatureRuntime, clock: ManualTimelineClock, flags: Flags, router: DocumentRouter,
        reporter: ScriptedReporter, folder: URL
    ) {
        self.runtime = runtime
        self.clock = clock
        self.flags = flags
        self.router = router
        self.reporter = reporter
        self.folder = folder
        fill = Fill()
        sessions["main"] = runtime.main
    }

    /// Runs a command and returns the identifiers of the begun performs.
    func run(_ command: Command) async throws -> [UInt64] {
        if command.releases == true { await release(command) }
        for _ in 0..<(command.fill ?? 0) { try await perform(fill.next()) }
        if let opening = command.open {
            sessions[opening.name] = open(opening.name, key: opening.key, plan: opening.plan)
        }
        if let number = command.requests {
            requests = (1...number).map { number in
                open("request", key: "person-\(number)", plan: number.isMultiple(of: 10) ? "premium" : "trial")
            }
        }
        if let name = command.close { sessions.removeValue(forKey: name)?.close() }
        if let change = command.flags { try flags.apply(change) }
        if let change = command.presents {
            router.apply(change, change.sessions?.map { session($0) })
        }
        if let change = command.reports { reporter.apply(change) }
        if let number = command.activities { await publish(number) }
        if let behind = command.behind { advance(behind: behind) }
        if command.follows == true {
            Task { while (try? await Task.sleep(for: .milliseconds(20))) != nil { advance(behind: 0) } }
        }
        return try await perform(command)
    }

    /// Advances the clock, unless it is ahead already.
    private func advance(behind: UInt64) {
        let target = TimelineClock.system.wall - behind * 1_000
        if target > clock.wall { clock.advance(by: .nanoseconds(target - clock.wall)) }
    }

    @discardableResult
    private func perform(_ command: Command) async throws -> [UInt64] {
        guard let action = command.action else { return [] }
        var performs: [UInt64] = []
        for input in command.inputs ?? [] {
            performs.append(try await perform(action, input, command))
            clock.advance(by: .microseconds(max(0, (command.every ?? 0) - (command.took ?? 0))))
        }
        return performs
    }

    private func perform(_ action: String, _ input: String, _ command: Command) async throws -> UInt64 {
        guard let perform = Script.performs[action] else { throw UnknownActionError(action: action) }
        var options = PerformOptions.in(session(command.session ?? "main"))
        if command.isRemote == true { options = options.from(.http).userInitiated(false) }
        let (begun, begins) = AsyncStream.makeStream(of: UInt64.self)
        let (gate, end) = AsyncStream.makeStream(of: String?.self)
        let script = Script { [self] identifier, _ in
            begins.yield(identifier)
            try await runEffects(of: command)
            var error = command.error
            if command.holds == true { for await released in gate { error = released } }
            return Self.outcome(command.outcome, error)
        }
        let task = Task { [options] in await Script.$inEffect.withValue(script) { await perform(input, options) } }
        if command.holds != true {
            await task.value
            begins.finish()
        }
        var first = begun.makeAsyncIterator()
        let identifier = await first.next() ?? 0
        if command.holds == true { held.append((end, task)) }
        return identifier
    }

    /// Does what a perform does before it ends.
    private func runEffects(of command: Command) async throws {
        for key in command.reads ?? [] { flags.read(key) }
        for line in command.logs ?? [] {
            let level = Logger.Level(rawValue: line[0]) ?? .info
            let metadata: Logger.Metadata? = level >= .warning ? ["file": "Q4 plan.md"] : nil
            Self.logger.log(level: level, "\(line[1])", metadata: metadata)
        }
        for (key, value) in command.overrides ?? [:] {
            try runtime.flags.setOverride(JSONValue(json: Array(value.utf8)), for: key)
        }
        for child in command.children ?? [] { try await perform(child) }
        clock.advance(by: .microseconds(command.took ?? 0))
        if command.crashes == true { fatalError("Index out of range") }
    }

    private static let logger = Logger(label: "documents.store")

    private static func outcome(_ word: String?, _ error: String?) -> ActionOutcome {
        let failure = error.map { ScriptedError(description: $0) }
        return switch word {
        case "closing": .successClosing
        case "cancelled": .cancelled
        case "failure": .failure(failure ?? .diskFull)
        case "failure-closing": .failureClosing(failure ?? .diskFull)
        default: failure.map { .failure($0) } ?? .success
        }
    }

    private func release(_ command: Command) async {
        clock.advance(by: .microseconds(command.took ?? 0))
        for (gate, task) in held {
            gate.yield(command.error)
            gate.finish()
            await task.value
        }
        held = []
    }

    private func open(_ name: String, key: String?, plan: String?) -> ActionSession {
        guard let key else { return runtime.session(name) }
        let attributes = plan.map { ["plan": JSONValue.string($0)] } ?? [:]
        return runtime.session(name, context: EvaluationContext(targetingKey: key, attributes: attributes))
    }

    private func session(_ name: String) -> ActionSession {
        if let session = sessions[name] { return session }
        let session = runtime.session(name, userInitiated: name != "import job")
        sessions[name] = session
        return session
    }

    private func publish(_ number: Int) async {
        let index = ActivityIndex(file: folder.appendingPathComponent("activities.jsonl"))
        let center = runtime.publishActivities(to: [index])
        for title in stride(from: number, to: 0, by: -1) {
            await Script.performs["App/Documents/#Open"]?("Document \(title)", .in(runtime.main))
            clock.advance(by: .seconds(1))
        }
        await center.settle()
    }
}
