import Firesteel
import FiresteelTimeline
import Foundation

/// The running program, which performs what commands say.
@MainActor
final class Program {
    private let runtime: FeatureRuntime
    private let clock: ManualTimelineClock
    private var sessions: [String: ActionSession] = [:]
    /// The performs in flight: each ends with the error that it receives, if any.
    private var held: [(AsyncStream<String?>.Continuation, Task<Void, Never>)] = []

    init(runtime: FeatureRuntime, clock: ManualTimelineClock) {
        self.runtime = runtime
        self.clock = clock
    }

    /// Runs a command and returns its answer.
    func run(_ command: Command) async throws -> String {
        if command.releases {
            clock.advance(by: .microseconds(command.took))
            for (gate, task) in held {
                gate.yield(command.error)
                gate.finish()
                await task.value
            }
            held = []
        }
        var performs: [UInt64] = []
        if let action = command.action {
            for input in command.inputs {
                performs.append(try await perform(action, input, command))
                clock.advance(by: .microseconds(max(0, command.every - command.took)))
            }
        }
        return "\(performs)"
    }

    private func perform(_ action: String, _ input: String, _ command: Command) async throws -> UInt64 {
        guard let perform = Script.performs[action] else { throw UnknownActionError(action: action) }
        let session = command.session.map(session) ?? runtime.main
        let (begun, begins) = AsyncStream.makeStream(of: UInt64.self)
        let (gate, end) = AsyncStream.makeStream(of: String?.self)
        let clock = clock
        let script = Script { identifier in
            begins.yield(identifier)
            clock.advance(by: .microseconds(command.took))
            var error = command.error
            if command.holds { for await released in gate { error = released } }
            if let error { throw ScriptedError(description: error) }
        }
        let task = Task { await perform(DocumentReference(document: input, script: script), session) }
        var first = begun.makeAsyncIterator()
        let identifier = await first.next() ?? 0
        if command.holds { held.append((end, task)) } else { await task.value }
        return identifier
    }

    private func session(_ name: String) -> ActionSession {
        if let session = sessions[name] { return session }
        let session = runtime.session(name)
        sessions[name] = session
        return session
    }
}

/// The end of a perform, decided by a command.
struct Script: Sendable {
    /// Runs with the perform's identifier.
    let run: @MainActor @Sendable (UInt64) async throws -> Void

    /// The actions that commands perform, by path.
    @MainActor static let performs: [String: @MainActor (DocumentReference, ActionSession) async -> Void] = [
        "App/Documents/#Open": { await Documents.open.perform($0, options: .in($1)) },
        "App/Documents/#Rename": { await Documents.rename.perform($0, options: .in($1)) },
        "App/Documents/#Save": { await Documents.save.perform($0, options: .in($1)) },
        "App/Documents/#Delete": { await Documents.delete.perform($0, options: .in($1)) },
        "App/Search/#Search": { await Search.search.perform($0, options: .in($1)) },
    ]
}

/// An action that the program doesn't perform on command.
struct UnknownActionError: Error, CustomStringConvertible {
    let action: String
    var description: String { "There is no action \(action) in Script.performs. Add it there." }
}

/// The error that a command has a perform throw.
struct ScriptedError: Error, CustomStringConvertible {
    let description: String
}
