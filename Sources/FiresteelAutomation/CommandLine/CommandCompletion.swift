import Firesteel

/// Scripts that complete commands, from the declarations of actions.
///
/// They have the offered actions of the program, whether or not they are available now, so that completing starts nothing.
struct CommandCompletion {
    /// A shell.
    enum Shell: String, CaseIterable { case bash, zsh, fish }

    let actions: [OfferedAction]
    /// The name of the executable.
    private let command: String
    /// The words between it and an action's name.
    private let subcommands: [String]

    init(_ actions: [OfferedAction], program: String) {
        self.actions = actions.filter { $0.obstacle == nil }
        let words = program.split(separator: " ").map(String.init)
        command = words.first ?? program
        subcommands = Array(words.dropFirst())
    }

    func script(for shell: Shell) -> String {
        switch shell {
        case .bash: bash
        case .zsh: "autoload -U +X bashcompinit && bashcompinit\n" + bash
        case .fish: fish
        }
    }

    /// The name of the shell's function.
    private var function: String {
        "_"
            + ([command] + subcommands).map { $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) } }
            .joined(separator: "_")
    }

    private var bash: String {
        let choices = actions.flatMap { action in
            Self.choices(of: action).map { option, values in
                "        \"\(action.name) --\(option)\") words=\"\(values.joined(separator: " "))\" ;;"
            }
        }
        let options = actions.map {
            "            \($0.name)) words=\"\(Self.options(of: $0).joined(separator: " "))\" ;;"
        }
        return """
            \(function)() {
                local word="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" index=0 action words=""
            \(search)
                if [ "$COMP_CWORD" -eq "$((index + 1))" ]; then
                    COMPREPLY=($(compgen -W "\((actions.map(\.name) + ["--list", "--help", "--completion"]).joined(separator: " "))" -- "$word"))
                    return
                fi
                action="${COMP_WORDS[index+1]}"
                case "$action $previous" in
            \(choices.joined(separator: "\n"))
                *)
                    case "$action" in
            \(options.joined(separator: "\n"))
                    --completion) words="bash zsh fish" ;;
                    esac ;;
                esac
                COMPREPLY=($(compgen -W "$words" -- "$word"))
            }
            complete -o default -F \(function) \(command)
            """
    }

    /// Finds the word before the action's name; before it, the program's own completion applies.
    private var search: String {
        guard let subcommand = subcommands.last else { return "" }
        let own = "_" + command.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
        return """
                while [ "$index" -lt "$COMP_CWORD" ] && [ "${COMP_WORDS[index]}" != \(subcommand) ]; do
                    index=$((index + 1))
                done
                if [ "$index" -ge "$COMP_CWORD" ]; then
                    if typeset -f \(own) > /dev/null; then \(own) "$@"; return; fi
                    COMPREPLY=($(compgen -W "\(subcommand)" -- "$word"))
                    return
                fi
            """
    }

    private var fish: String {
        let seen = subcommands.last.map { "__fish_seen_subcommand_from \($0); and " } ?? ""
        let names = actions.map(\.name).joined(separator: " ")
        var lines = actions.map { action in
            "complete -c \(command) -f -n '\(seen)not __fish_seen_subcommand_from \(names)' -a \(action.name) -d "
                + Self.quoted(action.action.description)
        }
        let others = [(" -l list", "List the actions"), (" -l help", "Show help")]
        for (option, help) in others + [(" -l completion -xa 'bash zsh fish'", "Print a script for completion")] {
            let condition = "'\(seen)not __fish_seen_subcommand_from \(names)'"
            lines.append("complete -c \(command) -n \(condition)\(option) -d \(Self.quoted(help))")
        }
        for action in actions {
            let condition = "'\(seen)__fish_seen_subcommand_from \(action.name)'"
            let choices = Dictionary(Self.choices(of: action)) { first, _ in first }
            for option in CommandOption.all(of: action) {
                let values = choices[option.name].map { " -xa \(Self.quoted($0.joined(separator: " ")))" }
                let kind = values ?? (option.field.type == .bool ? "" : " -r")
                let options = option.field.type == .bool ? [option.name, "no-\(option.name)"] : [option.name]
                for name in options {
                    lines.append(
                        "complete -c \(command) -n \(condition) -l \(name)\(kind) -d \(Self.quoted(option.help))")
                }
            }
            for (usage, help) in CommandHelp.common(of: action) {
                let parts = usage.dropFirst(2).split(separator: " ")
                let kind = parts.count > 1 ? " -r" : ""
                lines.append(
                    "complete -c \(command) -n \(condition) -l \(parts[0])\(kind) -d \(Self.quoted(help))")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func options(of action: OfferedAction) -> [String] {
        let own = CommandOption.all(of: action).flatMap { option in
            option.field.type == .bool ? ["--\(option.name)", "--no-\(option.name)"] : ["--\(option.name)"]
        }
        return own + ["--input", "--json", "--help"] + (action.action.effect == .destroys ? ["--yes"] : [])
    }

    /// The choices of options that are words of a shell.
    private static func choices(of action: OfferedAction) -> [(String, [String])] {
        CommandOption.all(of: action).compactMap { option in
            let names = option.field.choiceNames.filter { name in
                !name.isEmpty && name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) }
            }
            return names.isEmpty ? nil : (option.name, names)
        }
    }

    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'").replacing("\n", with: " ") + "'"
    }
}
