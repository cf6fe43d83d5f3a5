import Firesteel
import FiresteelBase

/// The arguments of an action's command.
struct CommandArguments {
    /// The input as JSON, an object.
    var input = JSONValue.object([:])
    var printsJSON = false
    var isAgreed = false
    var showsHelp = false

    /// Reads arguments.
    ///
    /// - Parameters:
    ///   - arguments: The arguments after the action's name.
    ///   - action: The action.
    ///   - readInput: Reads the standard input, once, for a value of `-`.
    /// - Throws: ``CommandInputError``.
    init(
        _ arguments: ArraySlice<String>, of action: OfferedAction,
        readInput read: () throws(CommandInputError) -> String
    ) throws(CommandInputError) {
        var isRead = false
        func readInput() throws(CommandInputError) -> String {
            guard !isRead else { throw CommandInputError("Only one option can be read from the standard input.") }
            isRead = true
            return try read()
        }
        let options = CommandOption.all(of: action)
        var rest = arguments
        var given: Set<String> = []
        while let argument = rest.popFirst() {
            guard argument.hasPrefix("--"), argument != "--" else {
                throw CommandInputError("Unexpected argument “\(argument)”. Options begin with --; --help lists them.")
            }
            let parts = argument.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let (name, attached) = (String(parts[0]), parts.count == 2 ? String(parts[1]) : nil)
            switch name {
            case "help": showsHelp = true
            case "json": printsJSON = true
            case "yes": isAgreed = true
            default:
                try add(name, attached, options, &rest, &given, readInput)
            }
        }
        if given.contains("input"), given.count > 1 {
            throw CommandInputError("--input is the whole input. Leave the other options out.")
        }
    }

    private mutating func add(
        _ name: String, _ attached: String?, _ options: [CommandOption], _ rest: inout ArraySlice<String>,
        _ given: inout Set<String>, _ readInput: () throws(CommandInputError) -> String
    ) throws(CommandInputError) {
        let (option, isNegated) = try Self.option(name, options)
        guard given.insert(option?.name ?? name).inserted else { throw CommandInputError("--\(name) is given twice.") }
        if let option, option.field.type == .bool, attached == nil {
            input.set(.bool(!isNegated), at: option.field.path[...])
            return
        }
        let text: String
        if let attached { text = attached } else { text = try Self.next(&rest, after: name, readInput) }
        if let option {
            input.set(try option.value(of: text), at: option.field.path[...])
        } else {
            guard let value = try? JSONValue(json: Array(text.utf8), limits: JSONLimits(depth: 64)) else {
                throw CommandInputError("--input must be JSON.")
            }
            input = value
        }
    }

    /// Returns the option with a name, or `nil` for the whole input, and whether it is negated.
    private static func option(
        _ name: String, _ options: [CommandOption]
    ) throws(CommandInputError) -> (CommandOption?, isNegated: Bool) {
        if name == "input" { return (nil, false) }
        if let option = options.first(where: { $0.name == name }) { return (option, false) }
        if name.hasPrefix("no-"),
            let option = options.first(where: { $0.field.type == .bool && $0.name == name.dropFirst(3) })
        {
            return (option, true)
        }
        let names = options.map { "--" + $0.name }.joined(separator: ", ")
        throw CommandInputError(
            "There is no option --\(name)." + (names.isEmpty ? "" : " The options of this action are \(names)."))
    }

    private static func next(
        _ rest: inout ArraySlice<String>, after name: String, _ readInput: () throws(CommandInputError) -> String
    ) throws(CommandInputError) -> String {
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw CommandInputError("--\(name) needs a value. Write one that begins with -- as --\(name)=VALUE.")
        }
        rest.removeFirst()
        return value == "-" ? try readInput() : value
    }
}

extension JSONValue {
    /// Sets the value at a path of an object, whose missing parents are created.
    mutating func set(_ value: JSONValue, at path: ArraySlice<String>) {
        guard let name = path.first else {
            self = value
            return
        }
        var members = objectValue ?? [:]
        var child = members[name] ?? .object([:])
        child.set(value, at: path.dropFirst())
        members[name] = child
        self = .object(members)
    }
}
