import Firesteel
import FiresteelBase
import FiresteelTimeline

extension Automation {
    /// Performs the command of an action, and prints its result.
    ///
    /// ```swift
    /// exit(await automation.runCommand(arguments, program: "notes do"))
    /// ```
    ///
    /// `notes do add-note --title Milk` performs an action, `notes do --list` lists what is available and why the rest isn't,
    /// `notes do add-note --help` describes an action, and `notes do --completion bash` prints a script for completion. An
    /// action that destroys data asks at the terminal, unless `--yes` is given.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the program's words.
    ///   - program: The words with which the command begins, for help and completion.
    ///   - caller: The caller, by default the app's user.
    /// - Returns: The exit code: 0 if the action is done, 1 if it failed, 2 if the arguments are wrong, 3 if it isn't available.
    public func runCommand(
        _ arguments: [String], program: String, as caller: AutomationCaller = AutomationCaller("Command line")
    ) async -> Int32 {
        await ActionCommand(automation: self, program: program, caller: caller, terminal: .process).run(arguments)
    }
}

/// A command that performs an action.
struct ActionCommand: Sendable {
    let automation: Automation
    let program: String
    let caller: AutomationCaller
    let terminal: CommandTerminal

    private var help: CommandHelp { CommandHelp(program: program) }

    func run(_ arguments: [String]) async -> Int32 {
        let actions = automation.catalogue.actions
        switch arguments.first {
        case nil, "--help", "help": return print(help.overview(actions))
        case "--list":
            let rest = arguments.dropFirst()
            guard rest.allSatisfy({ $0 == "--json" }) else { return fail("--list has the option --json alone.") }
            return list(actions, asJSON: !rest.isEmpty)
        case "--completion":
            guard let shell = arguments.dropFirst().first.flatMap(CommandCompletion.Shell.init) else {
                return fail("--completion needs a shell: bash, zsh or fish.")
            }
            return print(CommandCompletion(actions, program: program).script(for: shell))
        case let name?:
            guard let action = automation.catalogue[name] else {
                let message = "There is no action “\(name)”. \(program) --list lists the actions."
                guard arguments.contains("--json") else { return fail(message) }
                return show(CallResult(.unknown, message), asJSON: true)
            }
            return await run(action, arguments.dropFirst())
        }
    }

    private func list(_ actions: [OfferedAction], asJSON: Bool) -> Int32 {
        let rows = actions.map { ($0, automation.obstacle(to: $0, for: caller)) }
        guard asJSON else { return print(help.list(rows)) }
        return print(json: JSONValue.array(rows.map { automation.description(of: $0.0, $0.1) }).json())
    }

    private func run(_ action: OfferedAction, _ rest: ArraySlice<String>) async -> Int32 {
        let arguments: CommandArguments
        do {
            arguments = try CommandArguments(rest, of: action) { () throws(CommandInputError) in
                guard let bytes = terminal.read(automation.limits.inputBytes) else {
                    throw CommandInputError("The standard input is larger than \(automation.limits.inputBytes) bytes.")
                }
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw CommandInputError("The standard input isn't text in UTF-8.")
                }
                return text
            }
        } catch {
            let usage = "\(error.message)\nUsage: \(help.usage(of: action))"
            guard rest.contains("--json") else { return fail(usage) }
            return show(CallResult(.wrongInput, error.message), asJSON: true)
        }
        if arguments.showsHelp { return print(help.text(of: action)) }
        var call = ActionCall(
            action: action.action.path.text, input: Array(arguments.input.json().utf8), caller: caller,
            source: .commandLine, confirmation: arguments.isAgreed ? .agreed : .none)
        var result = await automation.perform(call)
        if result.outcome == .unconfirmed, terminal.isInteractive {
            let input = arguments.input.json().beginning(upTo: 2_000).withoutTerminalControl
            let subject = input == "{}" ? "" : " with \(input)"
            guard terminal.ask("\(action.action.name) removes data, or can't be undone. Continue\(subject)?") else {
                return show(CallResult(.failed, "Cancelled."), asJSON: arguments.printsJSON)
            }
            call.confirmation = .agreed
            result = await automation.perform(call)
        }
        return show(result, asJSON: arguments.printsJSON)
    }

    private func show(_ result: CallResult, asJSON: Bool) -> Int32 {
        var result = result
        if result.outcome == .unconfirmed { result.message += " Repeat the command with --yes." }
        if asJSON {
            // A terminal gets the whole result.
            var limits = automation.limits
            limits.outputBytes = .max
            print(json: JSONValue.object(CallAnswer(result, limits) { _ in "" }.members).json())
        } else if result.outcome == .done {
            print(result.output.text.isEmpty ? result.message : result.output.text)
            if result.output.isCut { terminal.writeError("The result was too large, and its end was left out.") }
        } else {
            if !result.isShown { print(result.output.text) }
            terminal.writeError(result.message.withoutTerminalControl)
        }
        return result.exitCode
    }

    @discardableResult
    private func print(_ text: String) -> Int32 {
        terminal.write(text.withoutTerminalControl)
        return 0
    }

    @discardableResult
    private func print(json: String) -> Int32 {
        terminal.write(json.jsonWithoutTerminalControl)
        return 0
    }

    private func fail(_ message: String) -> Int32 {
        terminal.writeError(message.withoutTerminalControl)
        return 2
    }
}

extension CallResult {
    /// The exit code of a command.
    fileprivate var exitCode: Int32 {
        switch outcome {
        case .done: 0
        case .failed, .busy, .timeout: 1
        case .unknown, .wrongInput, .unconfirmed: 2
        case .unavailable: 3
        }
    }
}
