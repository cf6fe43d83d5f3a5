#if os(Linux) || os(macOS)
public import FiresteelBase
import FiresteelTimeline
import Foundation

extension RunReplayer {
    /// Runs the command of a program that replays a report or a run, and prints what happened beside what was recorded.
    ///
    /// ```swift
    /// exit(await RunReplayer.runCommand(arguments, program: "notes replay") { replayer, flags, hidden, observe in
    ///     try await replayer.replay(NotesApp.self, flags: flags, hidden: hidden, observe: observe)
    /// })
    /// ```
    ///
    /// `notes replay report.json` performs the steps, `--with KEY=VALUE` changes a flag, `--hidden NAME=VALUE` gives a value that was
    /// hidden, `--bisect` names the flags without which it doesn't fail, `--shortest` finds the shortest sequence of steps after
    /// which it fails, both in a process for each attempt, `--write-test FILE` writes the test of that sequence, and `--json`
    /// prints JSON.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's words.
    ///   - program: The words with which the command begins, for help. Each attempt starts the program with the arguments of this
    ///     process, and with others.
    ///   - replay: Replays with values of flags and of hidden members.
    /// - Returns: The exit code: 0 if it didn't fail, 1 if it failed as it was recorded, 2 if the arguments or the report are
    ///   wrong, 3 if it failed in another way. A replay that ends the program ends it.
    public static func runCommand(
        _ arguments: [String], program: String,
        replay: (
            _ replayer: RunReplayer, _ flags: [String: JSONValue], _ hidden: [String: JSONValue],
            _ observe: @escaping @Sendable (String) -> Void
        ) async throws -> Replay
    ) async -> Int32 {
        do {
            let options = try ReplayOptions(arguments, program: program)
            guard let file = options.file else {
                print(ReplayOptions.help(program))
                return 0
            }
            var replayer = try Self.read(file, options.perform)
            if let name = options.givenHidden.first(where: { !replayer.hiddenNames.contains($0) }) {
                let names = replayer.hiddenNames.map { SwiftCode.line($0) }.joined(separator: ", ")
                throw ReplayError(
                    "No input has a hidden value “\(SwiftCode.line(name))”\(names.isEmpty ? "." : ". There are: \(names).")"
                )
            }
            replayer.writtenFlags = options.writtenFlags
            if !options.isFromForm { replayer.hiddenAdvice = " (--hidden)" }
            if let steps = options.steps { replayer = replayer.keeping(steps) }
            var flags = replayer.flags.filter { options.only?.contains($0.key) ?? true }
            flags.merge(options.flags) { $1 }
            switch options.task {
            case .bisect: return try await replayer.bisect(options)
            case .shorten:
                return try await replayer.shorten(options) { shortest in
                    var shortest = shortest
                    shortest.isDescription = true
                    return try await replay(shortest, flags, options.hidden, { _ in }).test
                }
            case .replay: break
            }
            let result = try await replay(replayer, flags, options.hidden) { step in
                // The last one that is announced ended the program.
                FileHandle.standardError.write(Data("\(ReplayProcess.announcement)\(step) …\n".utf8))
            }
            print(options.printsJSON ? replayer.json(of: result).json(pretty: true) : replayer.text(of: result))
            return !result.failed ? 0 : result.failedAsRecorded ? 1 : 3
        } catch {
            // A report is from anyone, and an error may quote it.
            FileHandle.standardError.write(Data("\(SwiftCode.line("\(error)", limit: 2_000))\n".utf8))
            return 2
        }
    }

    private static func read(_ path: String, _ perform: UInt64?) throws -> RunReplayer {
        if ReportFile.isJSON(at: path), let data = try? Data(contentsOf: URL(fileURLWithPath: path)) {
            guard perform == nil else { throw ReplayError("A report has one failure: omit --perform.") }
            return try RunReplayer(report: data)
        }
        do {
            return try RunReplayer(try Run(path: path), perform: perform)
        } catch let error as RunError {
            let name = SwiftCode.line(path)
            switch error {
            case .notFound: throw ReplayError("Can't read “\(name)”. Name a report or the file of a run.")
            case .notARun:
                throw ReplayError(
                    "“\(name)” is neither the JSON of a report nor the file of a run. What comes from a pipe has to be saved "
                        + "first. Exported pages and archives of debug reports don't have the inputs.")
            default: throw ReplayError("“\(name)” is neither a report nor the file of a run: \(error)")
            }
        }
    }

    /// A sentence that says how many steps aren't performed, or nothing if there are none.
    var omission: [String] {
        guard omittedSteps > 0 else { return [] }
        let steps = omittedSteps == 1 ? "step is" : "steps are"
        return ["\(omittedSteps) earlier \(steps) left out: at most \(Self.maximumSteps) are performed."]
    }

    /// Sentences that say which steps and values of flags aren't in a replay.
    func omissions(ignoring keys: [String]) -> [String] {
        guard !keys.isEmpty else { return omission }
        let answers = keys.map { "\($0) = \(flags[$0]?.json() ?? "?")" }.joined(separator: ", ")
        let text = "Recorded answers are left out, because the program has no such flags or values: \(answers)."
        return omission + [SwiftCode.line(text)]
    }

    private func text(of replay: Replay) -> String {
        let end =
            if !replay.failed {
                "It didn't fail: \(replay.failure.name) \(replay.failure.replayed)."
                    + reason(of: replay).map { " \($0)" }.joined()
            } else if replay.failedAsRecorded {
                "It failed as it was recorded."
            } else {
                "It failed in another way than was recorded."
            }
        let omissions = omissions(ignoring: replay.ignoredFlags).map { "-  \($0)\n" }.joined()
        return "\(SwiftCode.line("Run \(run) of \(program)"))\n\(omissions)\(replay.text)\n\(end)"
    }

    /// A sentence that says why it may not have failed, or nothing if that isn't known.
    private func reason(of replay: Replay) -> [String] {
        guard !replay.failed else { return [] }
        let earlier = replay.steps.prefix(failure)
        if earlier.contains(where: { !$0.isSame }) {
            return ["An earlier step ended differently, which may be the reason."]
        }
        return earlier.contains { !$0.isPerformed } ? ["An earlier step was left out, which may be the reason."] : []
    }

    /// Returns a replay as JSON.
    private func json(of replay: Replay) -> JSONValue {
        [
            "failed": .bool(replay.failed), "failedAsRecorded": .bool(replay.failedAsRecorded),
            "omittedSteps": .int(omittedSteps), "ignoredFlags": .array(replay.ignoredFlags.map { .string($0) }),
            "notes": .array((omissions(ignoring: replay.ignoredFlags) + reason(of: replay)).map { .string($0) }),
            "steps": .array(
                replay.steps.map { step in
                    [
                        "name": .string(step.name), "recorded": .string(step.recorded),
                        "replayed": .string(step.replayed), "isPerformed": .bool(step.isPerformed),
                        "isSame": .bool(step.isSame),
                    ]
                }),
        ]
    }
}
#endif
