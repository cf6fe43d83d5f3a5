import ArgumentParser
import FiresteelFlags
import Foundation

struct FlagsExplainCommand: FiresteelSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "explain", abstract: "Says which value a flag has for somebody, and why, step by step.",
        discussion: """
            The context is JSON: {"targetingKey": "ada", "plan": "premium"}. With @ before it, it is the name of a \
            file that holds it. Parents, exclusion groups and local states are looked at as a program does that has \
            this file alone.
            """)

    @Argument(help: "The file.", completion: .file(extensions: ["json"]))
    var file: String

    @Option(help: ArgumentHelp("The flag's key.", valueName: "key"))
    var flag: String

    @Option(help: ArgumentHelp("Who asks: JSON, or @ and the name of a file.", valueName: "json|@file"))
    var context: String?

    @Option(help: ArgumentHelp("Where the program runs, such as production.", valueName: "environment"))
    var environment = "production"

    @Option(
        help: ArgumentHelp(
            "When it is asked for, for rules that look at the time: 2026-11-21T09:27:12Z. Now without it.",
            valueName: "time"))
    var at: MomentArgument?

    @Option(help: "The file's format: flagd, justtweak, toggles or values. Found out without it.")
    var format: FormatArgument?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard let at else { return }
        guard case .moment = at else { throw ValidationError("--at is a moment such as 2026-11-21T09:27:12Z.") }
    }

    func run(_ terminal: Terminal) async throws {
        let provider = try FlagFileSource.provider(file, format)
        var clock: (@Sendable () -> Double)?
        if case .moment(let microseconds)? = at { clock = { Double(microseconds) / 1_000_000 } }
        let stack = FlagStack([provider], environment: FlagEnvironment(rawValue: environment), clock: clock)
        // Asked for keys first: a stack explains what any of its providers knows.
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
        let value: FlagValue
        do {
            value = try FlagValue(json: bytes)
        } catch {
            throw CommandError(.data, "The context is no JSON. \(error)")
        }
        guard case .object(var attributes) = value else {
            throw CommandError(.data, "The context is an object, such as {\"targetingKey\": \"ada\"}.")
        }
        var key: String?
        switch attributes.removeValue(forKey: "targetingKey") {
        case nil, .null?: break
        case .string(let text)?: key = text
        default: throw CommandError(.data, "The context's “targetingKey” is a text.")
        }
        return EvaluationContext(targetingKey: key, attributes: attributes)
    }

    private static func json(_ explanation: FlagExplanation) -> FlagValue {
        let resolution = explanation.resolution
        var members: [String: FlagValue] = [
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

    private static func json(_ step: ExplanationStep) -> FlagValue {
        var members: [String: FlagValue] = [
            "text": .string(step.text), "result": .string(step.result), "depth": .int(step.depth),
        ]
        members["path"] = step.path.map { .string($0) }
        return .object(members)
    }
}

/// Files of flags as providers.
enum FlagFileSource {
    /// A provider that has read a file, whatever is wrong with parts of it.
    static func provider(_ path: String, _ format: FormatArgument?) throws -> FileProvider {
        // Read here as well: what isn't there and what isn't JSON are told apart and in words that name the place.
        let bytes = try InputFile.read(path)
        let told: FormatArgument
        do throws(JSONError) {
            told = try FlagFileInput(path, bytes, format: format).format
        } catch {
            throw CommandError(.data, "\(path):\(error.line):\(error.column): \(error.message)")
        }
        let provider = FileProvider(URL(filePath: path), format: told.format, interval: nil)
        if provider.status.state != .ready {
            throw CommandError(.data, provider.status.error?.message ?? "“\(path)” can't be read.")
        }
        return provider
    }
}
