#if os(Linux) || os(macOS)
import FiresteelBase
import FiresteelTimeline
import Foundation

/// Replays in processes, one for each attempt: an attempt may end its process, or never end.
///
/// Each has the arguments of this process, and others that choose its flags and steps.
extension RunReplayer {
    func bisect(_ options: ReplayOptions) async throws -> Int32 {
        var answers = AttemptAnswers()
        func fails(_ keys: [String]) async throws -> Bool {
            let attempt = try await attempt(["--only", keys.joined(separator: "\n")], options)
            answers.add(keys, of: attempt)
            return attempt.fails
        }
        let keys = try await bisect { try await fails($0.keys.sorted()) }
        // An attempt that ended the program, or had other answers, doesn't say which ones it would have ignored.
        let unknown = flags.keys.filter { !answers.known.contains($0) && keys?.contains($0) == false }
        if !unknown.isEmpty { _ = try? await fails(unknown.sorted()) }
        // Without the others, the program may not get as far as a flag that is named.
        let ignored = answers.ignored.filter { keys?.contains($0) != true }
        if !options.printsJSON { omissions(ignoring: ignored).forEach { print("-  \($0)") } }
        if options.printsJSON {
            let named: JSONValue = keys.map { .array($0.map { .string($0) }) } ?? .null
            print(JSONValue.object(["flags": named, "ignoredFlags": Self.json(ignored)]).json(pretty: true))
        } else if let keys {
            let named = keys.map { "\($0) = \(flags[$0]?.json() ?? "?")" }
            print(
                flags.isEmpty
                    ? "The session had no answers of flags but the defaults of the program, and it fails with these."
                    : keys.isEmpty
                        ? "It fails without any of the recorded answers of flags."
                        : "It doesn't fail without these answers of flags: \(SwiftCode.line(named.joined(separator: ", ")))."
            )
        } else {
            print("It doesn't fail with the recorded answers of flags, so there is nothing to bisect.")
        }
        return keys == nil ? 0 : 1
    }

    /// Finds the shortest sequence of steps, and writes its test if one is requested.
    ///
    /// - Parameter test: Returns the test of a replayer.
    func shorten(_ options: ReplayOptions, _ test: (RunReplayer) async throws -> String) async throws -> Int32 {
        if let file = options.test, FileManager.default.fileExists(atPath: file) {
            throw ReplayError("“\(SwiftCode.line(file))” exists. Name another file, or remove it.")
        }
        let numbers = Dictionary(steps.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        var answers = AttemptAnswers()
        let found = try await findShortest { candidate in
            let kept = candidate.steps.compactMap { numbers[$0.id] }.map(String.init).joined(separator: ",")
            let attempt = try await candidate.attempt(["--steps", kept], options)
            // Without some steps, flags that these read aren't read.
            if candidate.steps.count == steps.count { answers.add(Array(flags.keys), of: attempt) }
            return attempt.fails
        }
        if !options.printsJSON { omissions(ignoring: answers.ignored).forEach { print("-  \($0)") } }
        guard let (shortest, isProven) = found else {
            print(
                options.printsJSON
                    ? JSONValue.object(["steps": .null, "ignoredFlags": Self.json(answers.ignored)]).json(pretty: true)
                    : "It doesn't fail after all of the recorded steps, so there is nothing to shorten.")
            return 0
        }
        if let file = options.test {
            let source = try await test(shortest)
            do {
                try Data(source.utf8).write(to: URL(fileURLWithPath: file), options: .withoutOverwriting)
            } catch {
                throw ReplayError("Can't write “\(SwiftCode.line(file))”: \(error.localizedDescription)")
            }
        }
        let names = shortest.steps.map { SwiftCode.line($0.step.name) }
        if options.printsJSON {
            let json: JSONValue = [
                "steps": .array(names.map { .string($0) }), "isShortest": .bool(isProven),
                "ignoredFlags": Self.json(answers.ignored),
            ]
            print(json.json(pretty: true))
        } else {
            print(shortest.text(names, of: steps.count, isProven: isProven))
            if let file = options.test { print("The test is in \(SwiftCode.line(file)).") }
        }
        return 1
    }

    private static func json(_ keys: [String]) -> JSONValue { .array(keys.map { .string($0) }) }

    private func text(_ names: [String], of count: Int, isProven: Bool) -> String {
        let lines = zip(names, steps).map { "   \($0) \($1.end.text)" }
        let end = isProven ? "No shorter sequence of these steps fails." : "None of these steps can be left out."
        return (["It fails with \(names.count) of \(count) steps:"] + lines + [end]).joined(separator: "\n")
    }

    /// Returns whether an attempt with more arguments fails as it was recorded, and the flags that it ignored, unless it ended
    /// the program.
    private func attempt(
        _ more: [String], _ options: ReplayOptions
    ) async throws -> (fails: Bool, ignored: [JSONValue]?) {
        let program = Bundle.main.executablePath ?? CommandLine.arguments[0]
        let ended = try await ReplayProcess.run(
            [program] + Self.attemptArguments(CommandLine.arguments.dropFirst()) + ["--json"] + more,
            limit: options.limit)
        switch ended.end {
        case .exit(let status) where [0, 1, 3].contains(status):
            let replay = (try? JSONValue(json: ended.output))?.objectValue
            return (status == 1, replay?["ignoredFlags"]?.arrayValue)
        case .exit(let status):
            let reason = ended.errors.split(separator: "\n").last.map { ": \(SwiftCode.line(String($0)))" } ?? "."
            throw ReplayError("An attempt couldn't be replayed, and ended with \(status)\(reason)")
        case .signal(let number): return (isSameCrash(SignalNumber(rawValue: number).name, ended.steps), nil)
        case .tooLong, .tooMuch:
            let reason = error(of: ended, options.limit)
            throw ReplayError(
                "An attempt has no result. \(reason) Give it more time with --limit, or end what it waits for.")
        }
    }

    /// Returns the arguments of this process without those of which an attempt is part.
    private static func attemptArguments(_ arguments: ArraySlice<String>) -> [String] {
        var kept: [String] = []
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--bisect", "--shortest", "--json": break
            case "--write-test", "--limit": _ = rest.popFirst()
            default: kept.append(argument)
            }
        }
        return kept
    }
}

/// The answers of flags that attempts used or ignored.
private struct AttemptAnswers {
    private var used: Set<String> = []
    private var unused: Set<String> = []

    /// Adds the answers that an attempt had.
    mutating func add(_ keys: [String], of attempt: (fails: Bool, ignored: [JSONValue]?)) {
        guard let ignored = attempt.ignored?.compactMap(\.stringValue) else { return }
        used.formUnion(Set(keys).subtracting(ignored))
        unused.formUnion(ignored)
    }

    var known: Set<String> { used.union(unused) }
    /// The keys of those that no attempt used, sorted.
    var ignored: [String] { unused.subtracting(used).sorted() }
}
#endif
