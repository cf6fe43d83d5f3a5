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
    /// hidden, `--bisect` names the flags without which it doesn't fail, in a process for each attempt, and `--json` prints
    /// JSON.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's words.
    ///   - program: The words with which the command begins, for help. `--bisect` starts the program with the arguments of this
    ///     process, and with others for each attempt.
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
            let replayer = try Self.read(file)
            var flags = replayer.flags.filter { options.only?.contains($0.key) ?? true }
            flags.merge(options.flags) { $1 }
            if options.bisects { return try await replayer.bisect(options) }
            let result = try await replay(replayer, flags, options.hidden) { step in
                // The last one that is announced ended the program.
                if !options.printsJSON { FileHandle.standardError.write(Data("   \(step) …\n".utf8)) }
            }
            print(options.printsJSON ? result.json.json(pretty: true) : replayer.text(of: result))
            return !result.failed ? 0 : result.failedAsRecorded ? 1 : 3
        } catch {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            return 2
        }
    }

    private static func read(_ path: String) throws -> RunReplayer {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ReplayError("Can't read “\(SwiftCode.line(path))”. Name a report or the file of a run.")
        }
        if data.first(where: { !" \n\r\t".utf8.contains($0) }) == UInt8(ascii: "{") {
            return try RunReplayer(report: data)
        }
        do {
            return try RunReplayer(try Run(path: path))
        } catch let error as RunError {
            throw ReplayError("“\(SwiftCode.line(path))” is neither a report nor the file of a run: \(error)")
        }
    }

    private func text(of replay: Replay) -> String {
        let end =
            if !replay.failed {
                "It didn't fail: \(replay.failure.name) \(replay.failure.replayed)."
            } else if replay.failedAsRecorded {
                "It failed as it was recorded."
            } else {
                "It failed in another way than was recorded."
            }
        return "\(SwiftCode.line("Run \(run) of \(program)"))\n\(replay.text)\n\(end)"
    }

    /// Bisects in a process for each attempt: one may end its process.
    ///
    /// Each has the arguments of this process.
    private func bisect(_ options: ReplayOptions) async throws -> Int32 {
        let arguments = CommandLine.arguments.dropFirst().filter { !["--bisect", "--json"].contains($0) }
        let keys = try await bisect { flags in
            let only = ["--json", "--only", flags.keys.sorted().joined(separator: "\n")]
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
            process.arguments = arguments + only
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.standardError)
            try process.run()
            process.waitUntilExit()
            // Another signal than that of a recorded crash is another failure.
            guard process.terminationReason == .exit else { return isCrash }
            guard [0, 1, 3].contains(process.terminationStatus) else {
                throw ReplayError("An attempt couldn't be replayed: it ended with \(process.terminationStatus).")
            }
            return process.terminationStatus == 1
        }
        if options.printsJSON {
            print(JSONValue.object(["flags": keys.map { .array($0.map { .string($0) }) } ?? .null]).json(pretty: true))
        } else if let keys {
            let answers = keys.map { "\($0) = \(flags[$0]?.json() ?? "?")" }
            print(
                flags.isEmpty
                    ? "The session had no answers of flags but the defaults of the program, and it fails with these."
                    : keys.isEmpty
                        ? "It fails without any of the recorded answers of flags."
                        : "It doesn't fail without these answers of flags: \(SwiftCode.line(answers.joined(separator: ", ")))."
            )
        } else {
            print("It doesn't fail with the recorded answers of flags, so there is nothing to bisect.")
        }
        return keys == nil ? 0 : 1
    }
}

/// The options of a command that replays.
private struct ReplayOptions {
    private(set) var file: String?
    private(set) var flags: [String: JSONValue] = [:]
    private(set) var hidden: [String: JSONValue] = [:]
    /// The keys of the recorded flags that are used, `nil` for all.
    private(set) var only: [String]?
    private(set) var bisects = false
    private(set) var printsJSON = false

    init(_ arguments: [String], program: String) throws(ReplayError) {
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--bisect": bisects = true
            case "--json": printsJSON = true
            case "--help", "-h":
                file = nil
                return
            case "--only":
                only = try Self.value(&rest, argument).split(separator: "\n").map(String.init)
            case "--with", "--hidden":
                let text = try Self.value(&rest, argument)
                let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
                guard parts.count == 2, !parts[0].isEmpty else {
                    throw ReplayError("\(argument) needs a name and a value: \(argument) name=value.")
                }
                // What isn't JSON is a text.
                let value = (try? JSONValue(json: Array(parts[1].utf8))) ?? .string(parts[1])
                if argument == "--with" { flags[parts[0]] = value } else { hidden[parts[0]] = value }
            case _ where argument.hasPrefix("-") && argument != "-":
                throw ReplayError(
                    "There is no option \(SwiftCode.line(argument)). \(program) --help shows those that there are.")
            default:
                guard file == nil else { throw ReplayError("Name one report, not two.") }
                file = argument
            }
        }
        if file == nil { throw ReplayError("Name a report: \(program) report.json. \(program) --help shows more.") }
    }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws(ReplayError) -> String {
        guard let value = rest.popFirst() else { throw ReplayError("\(option) needs a value.") }
        return value
    }

    static func help(_ program: String) -> String {
        """
        Performs the steps of a recorded failure again, beside what was recorded.

        \(program) REPORT [options]

        REPORT                the JSON of a report, or the file of a run
        --with KEY=VALUE      another value of a flag, as JSON or text; can be repeated
        --hidden NAME=VALUE   the value of a hidden member of inputs; can be repeated
        --bisect              name the flags without whose answers it doesn't fail
        --json                print JSON

        It exits with 0 if it didn't fail, 1 if it failed as it was recorded, 3 if it failed in another way, and 2 if the report
        or an option is wrong. A crash ends it.
        """
    }
}

extension Replay {
    /// The replay as JSON.
    fileprivate var json: JSONValue {
        [
            "failed": .bool(failed), "failedAsRecorded": .bool(failedAsRecorded),
            "steps": .array(
                steps.map { step in
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
