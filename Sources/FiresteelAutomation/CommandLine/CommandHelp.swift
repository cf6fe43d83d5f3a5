import Firesteel
import FiresteelBase

/// The help of commands, from the declarations of actions.
struct CommandHelp {
    /// The words before an action's name, such as `documents do`.
    let program: String

    /// Returns the help of all actions.
    func overview(_ actions: [OfferedAction]) -> String {
        let offered = actions.filter { $0.obstacle == nil }
        let table = Self.table(offered.map { ($0.name, $0.action.description) })
        let options = Self.table([
            ("--list", "List what is available, and why the rest isn't"),
            ("--completion <bash|zsh|fish>", "Print a script that completes actions and options"),
        ])
        return """
            Performs an action of the program.

            Usage: \(program) <action> [options]
                   \(program) --list [--json]

            Actions:
            \(table)

            Options:
            \(options)

            \(program) <action> --help describes an action. The exit code is 0 if it is done, 1 if it failed, 2 if the
            input is wrong, and 3 if it is not available.
            """
    }

    /// Returns the help of an action.
    func text(of action: OfferedAction) -> String {
        let options = CommandOption.all(of: action)
        let rows = options.map { ($0.usage.trimmed("[]"), $0.help) } + Self.common(of: action)
        return """
            \(action.action.name)\(action.action.description.isEmpty ? "" : ": \(action.action.description)")

            Usage: \(usage(of: action))

            Options:
            \(Self.table(rows))

            A value of - is read from the standard input.
            """
    }

    /// Returns the options that commands have beside those of their inputs.
    static func common(of action: OfferedAction) -> [(usage: String, help: String)] {
        var common = [(usage: "--input <JSON>", help: "The whole input as JSON; - reads the standard input")]
        common.append(("--json", "Print the result as JSON"))
        common.append(("--help", "Describe the action"))
        if action.action.effect == .destroys { common.append(("--yes", "Don't ask before it is performed")) }
        return common
    }

    /// Returns how an action's command is used.
    func usage(of action: OfferedAction) -> String {
        let options =
            CommandOption.all(of: action).map(\.usage) + (action.action.input.isOpen ? ["--input <JSON>"] : [])
            + (action.action.effect == .destroys ? ["[--yes]"] : [])
        return ([program, action.name] + options).joined(separator: " ")
    }

    /// Returns the list of what is available, and why the rest isn't.
    func list(_ rows: [(action: OfferedAction, obstacle: CallResult?)]) -> String {
        let available = rows.filter { $0.obstacle == nil }
        let others = rows.compactMap { row in row.obstacle.map { (row.action.name, $0.message) } }
        var text = available.isEmpty ? "Nothing is available.\n" : "Available:\n"
        text += Self.table(available.map { ($0.action.name, $0.action.action.description) })
        if !others.isEmpty { text += "\n\nNot available:\n" + Self.table(others) }
        return text
    }

    /// Returns rows in two columns.
    private static func table(_ rows: [(String, String)]) -> String {
        let width = min(rows.map(\.0.count).max() ?? 0, 32)
        return rows.map { name, text in
            if text.isEmpty { return "  \(name)" }
            if name.count > width { return "  \(name)\n" + String(repeating: " ", count: width + 4) + text }
            return "  \(name)" + String(repeating: " ", count: width - name.count + 2) + text
        }.joined(separator: "\n")
    }
}

extension String {
    /// The text without these characters at its ends.
    fileprivate func trimmed(_ characters: String) -> String {
        var text = self[...]
        while let first = text.first, characters.contains(first) { text = text.dropFirst() }
        while let last = text.last, characters.contains(last) { text = text.dropLast() }
        return String(text)
    }
}
