#if os(Linux) || os(macOS)
package import FiresteelBase
import FiresteelTimeline
import Foundation

/// A replay in another process of the program, which a crash may end.
package struct ProcessReplay: Sendable, Codable {
    /// A step, as in ``Replay``.
    package struct Step: Sendable, Codable {
        package let name, recorded, replayed: String
        package let isPerformed, isSame: Bool
    }

    /// What is different from the recording.
    package struct Change: Sendable {
        /// Other values of flags, by key.
        package var flags: [String: JSONValue]
        /// The keys of flags that have the program's defaults.
        package var defaults: [String]
        /// Values of hidden members, by name.
        package var hidden: [String: JSONValue]

        package init(flags: [String: JSONValue], defaults: [String], hidden: [String: JSONValue]) {
            (self.flags, self.defaults, self.hidden) = (flags, defaults, hidden)
        }
    }

    package let steps: [Step]
    /// Whether it failed, for whatever reason.
    package let failed: Bool
    package let failedAsRecorded: Bool
    /// Sentences that say what isn't in the replay, and what may be the reason why it didn't fail.
    package let notes: [String]
}

extension RunReplayer {
    /// The flags that the session had read until the failure, with those that had the program's defaults, by key.
    package var readFlags: [(key: String, value: JSONValue, isDefault: Bool)] {
        exposures.compactMap { flag in flag.value.map { (flag.key, $0, flag.isDefault) } }
    }

    /// The names of the hidden members of inputs, sorted.
    package var hiddenNames: [String] {
        steps.reduce(into: Set<String>()) { names, step in
            if case .retained(let value) = step.step.input { names.formUnion(value.hiddenMembers) }
        }.sorted()
    }

    /// Replays in another process.
    ///
    /// - Parameters:
    ///   - command: The program, and the arguments before those that ``runCommand(_:program:replay:)`` reads.
    ///   - path: The file of the run.
    ///   - perform: The perform that failed.
    ///   - change: What is different from the recording.
    ///   - limit: The time after which the process is killed.
    /// - Throws: ``ReplayError``.
    package func replay(
        by command: [String], of path: String, perform: UInt64, _ change: ProcessReplay.Change, limit: Duration
    ) async throws(ReplayError) -> ProcessReplay {
        var arguments = [path, "--perform", "\(perform)", "--json"]
        for (key, value) in change.flags.sorted(by: { $0.key < $1.key }) {
            arguments += ["--with", "\(key)=\(value.json())"]
        }
        if !change.defaults.isEmpty {
            arguments += [
                "--only", flags.keys.filter { !change.defaults.contains($0) }.sorted().joined(separator: "\n"),
            ]
        }
        let ended: ReplayProcess
        do {
            ended = try await ReplayProcess.run(
                command + arguments,
                environment: [ReplayOptions.hiddenVariable: JSONValue.object(change.hidden).json()], limit: limit)
        } catch {
            throw ReplayError("The program can't be started for a replay: \(error.localizedDescription)")
        }
        switch ended.end {
        case .exit(let status) where [0, 1, 3].contains(status):
            guard let replay = try? JSONDecoder().decode(ProcessReplay.self, from: Data(ended.output)) else {
                throw ReplayError("The program's command printed something else than a replay.")
            }
            return replay
        case .exit:
            throw ReplayError(
                ended.errors.split(separator: "\n").last.map { SwiftCode.line(String($0)) } ?? "It can't be replayed.")
        case .signal(let number): return crash(SignalNumber(rawValue: number).name, ended.steps)
        case .tooLong, .tooMuch: throw error(of: ended, limit)
        }
    }

    /// Returns the error of a process that was stopped.
    func error(of ended: ReplayProcess, _ limit: Duration) -> ReplayError {
        guard ended.end == .tooLong else { return ReplayError("It was stopped, because it printed more than 1 MiB.") }
        let step = ended.steps.last.map { "\($0) hasn't ended" } ?? "no step has begun"
        return ReplayError("It was stopped after \(limit): \(step).")
    }

    /// Returns a replay that a signal ended after some steps had begun.
    private func crash(_ signal: String, _ begun: [String]) -> ProcessReplay {
        var rest = begun[...]
        let steps = self.steps.enumerated().map { index, perform in
            let (name, recorded) = (SwiftCode.line(perform.step.name), perform.end.text)
            guard rest.first == name else {
                let reason = rest.isEmpty ? "wasn't reached" : "was left out"
                return ProcessReplay.Step(
                    name: name, recorded: recorded, replayed: reason, isPerformed: false, isSame: !rest.isEmpty)
            }
            rest.removeFirst()
            let isLast = rest.isEmpty
            return ProcessReplay.Step(
                name: name, recorded: recorded, replayed: isLast ? "ended the program: \(signal)" : "was performed",
                isPerformed: true, isSame: !isLast || isSameCrash(signal, begun))
        }
        return ProcessReplay(steps: steps, failed: true, failedAsRecorded: isSameCrash(signal, begun), notes: omission)
    }

    /// Returns whether a crash is the recorded one: by the same signal, and during the failure.
    ///
    /// - Parameters:
    ///   - name: The name of the signal.
    ///   - begun: The names of the steps that had begun.
    func isSameCrash(_ name: String, _ begun: [String]) -> Bool {
        isCrash && (signal ?? name) == name && begun.count { $0 == failureName } == failureCount
    }

    private var failureName: String { SwiftCode.line(steps[failure].step.name) }

    /// The number of steps with the failure's name, until the failure, that aren't left out.
    private var failureCount: Int {
        steps[...failure].count {
            let isRetained = if case .retained = $0.step.input { true } else { $0.step.input == .none }
            return isRetained && SwiftCode.line($0.step.name) == failureName
        }
    }
}
#endif
