import ArgumentParser
import FiresteelFlags
import Foundation

struct FlagsExplainCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Shows the value of a flag for a context, and explains it step by step.",
        discussion: """
            The context is JSON, such as {"targetingKey": "ada", "plan": "premium"}, or @ and the name of a \
            file that contains it. Parents, exclusion groups and local states are evaluated as in a program that has \
            only this file.
            """)

    @Argument(help: "The file.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(help: ArgumentHelp("The flag's key.", valueName: "key"))
    var flag: String

    @Option(help: ArgumentHelp("The context: JSON, or @ and the name of a file.", valueName: "json|@file"))
    var context: String?

    @Option(help: ArgumentHelp("The environment of the program, such as production.", valueName: "environment"))
    var environment = "production"

    @Option(
        help: ArgumentHelp(
            "The time of the evaluation, for rules that use it: 2026-11-21T09:27:12Z. By default now.",
            valueName: "time"))
    var at: MomentArgument?

    @Option(help: "The file's format: flagd, justtweak, toggles or values. By default detected.")
    var format: FormatArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard let at else { return }
        guard case .moment = at else { throw ValidationError("--at must be a time such as 2026-11-21T09:27:12Z.") }
    }

    func run(_ terminal: Terminal) async throws {
        let provider = try FlagFileSource.provider(file, format)
        var clock: (@Sendable () -> Double)?
        if case .moment(let microseconds)? = at { clock = { Double(microseconds) / 1_000_000 } }
        let stack = FlagStack([provider], environment: FlagEnvironment(rawValue: environment), clock: clock)
        // Keys are checked first: a stack explains every key that any of its providers has.
        guard provider.rule(for: flag) != nil, let explanation = stack.explain(flag, in: try evaluationContext()) else {
            throw CommandError(.noInput, "There is no flag “\(flag)” in “\(file)”.\(hint(provider))")
        }
        if output.json {
            try terminal.line(Self.json(explanation).json(pretty: true))
        } else {
            for line in explanation.text.split(separator: "\n") { try terminal.line(PlainText.line(String(line))) }
        }
    }

    private func hint(_ provider: FileProvider) -> String {
        let similar = (provider.keys ?? []).filter { $0.lowercased().contains(flag.lowercased()) }.sorted().prefix(3)
        return similar.isEmpty ? "" : " There is \(similar.map { "“\($0)”" }.joined(separator: ", "))."
    }

    private func evaluationContext() throws -> EvaluationContext {
        guard let context else { return .empty }
        let bytes = context.hasPrefix("@") ? try InputFile.read(String(context.dropFirst())) : Array(context.utf8)
        do throws(FlagError) {
            return try EvaluationContext(json: bytes)
        } catch {
            throw CommandError(.data, "The context can't be used. \(error.message)")
        }
    }

    private static func json(_ explanation: FlagExplanation) -> JSONValue {
        let resolution = explanation.resolution
        var members: [String: JSONValue] = [
            "flag": .string(explanation.key), "value": resolution.value, "reason": .string(resolution.reason.rawValue),
            "conclusion": .string(explanation.conclusion),
            "answers": .array(
                explanation.answers.map { answer in
                    [
                        "provider": .string(answer.provider), "outcome": .string(answer.outcome.rawValue),
                        "words": .string(answer.message), "steps": .array(answer.steps.map(json)),
                    ]
                }),
        ]
        members["variant"] = resolution.variant.map { .string($0) }
        members["provider"] = resolution.provider.map { .string($0) }
        members["error-code"] = resolution.error.map { .string($0.code.rawValue) }
        members["error"] = resolution.error.map { .string($0.message) }
        members["local"] = explanation.local.map { .string($0) }
        members["parent"] = explanation.parent.map { .string($0) }
        members["exclusion"] = explanation.exclusion.map { .string($0) }
        return .object(members)
    }

    private static func json(_ step: ExplanationStep) -> JSONValue {
        var members: [String: JSONValue] = [
            "text": .string(step.text), "result": .string(step.result), "depth": .int(step.depth),
        ]
        members["path"] = step.path.map { .string($0) }
        return .object(members)
    }
}

/// Files of flags as providers.
enum FlagFileSource {
    /// Returns a provider of a file, even if parts of it are invalid.
    static func provider(_ path: String, _ format: FormatArgument?) throws -> FileProvider {
        // The file is also read here, to distinguish a missing file from invalid JSON, with the path in the message.
        let bytes = try InputFile.read(path)
        let detected: FormatArgument
        do throws(JSONError) {
            detected = try FlagFileInput(path, bytes, format: format).format
        } catch {
            throw CommandError(.data, "\(path):\(error.line):\(error.column): \(error.message)")
        }
        let provider = FileProvider(URL(filePath: path), format: detected.format, interval: nil)
        if provider.status.state != .ready {
            throw CommandError(.data, provider.status.error?.message ?? "“\(path)” can't be read.")
        }
        return provider
    }
}
