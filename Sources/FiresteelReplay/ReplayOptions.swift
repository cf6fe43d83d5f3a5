#if os(Linux) || os(macOS)
import FiresteelBase
import Foundation

/// The options of a command that replays.
struct ReplayOptions {
    /// What the command does.
    enum Task {
        case replay, bisect, shorten
    }

    /// The variable of the environment with hidden values, as a JSON object: other users can see arguments.
    static let hiddenVariable = "FIRESTEEL_REPLAY_HIDDEN"

    private(set) var file: String?
    private(set) var perform: UInt64?
    private(set) var flags: [String: JSONValue] = [:]
    /// The values of flags as they are written, by key.
    private(set) var writtenFlags: [String: String] = [:]
    private(set) var hidden: [String: JSONValue] = [:]
    /// Whether hidden values are in the environment, from a form.
    private(set) var isFromForm = false
    /// The names of hidden values among the arguments.
    private(set) var givenHidden: [String] = []
    /// The keys of the recorded flags that are used, `nil` for all.
    private(set) var only: [String]?
    /// The indices of the steps that are performed beside the failure, `nil` for all.
    private(set) var steps: [Int]?
    private(set) var task = Task.replay
    /// The file to which the test is written.
    private(set) var test: String?
    /// The limit for an attempt.
    private(set) var limit = Duration.seconds(60)
    private(set) var printsJSON = false

    init(_ arguments: [String], program: String) throws(ReplayError) {
        if let text = ProcessInfo.processInfo.environment[Self.hiddenVariable] {
            isFromForm = true
            hidden = (try? JSONValue(json: Array(text.utf8)))?.objectValue ?? [:]
        }
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--bisect": try choose(.bisect)
            case "--shortest": try choose(.shorten)
            case "--json": printsJSON = true
            case "--help", "-h":
                file = nil
                return
            case "--write-test":
                try choose(.shorten)
                test = try Self.value(&rest, argument)
            case "--perform": perform = try Self.number(&rest, argument)
            case "--limit": limit = .seconds(try Self.number(&rest, argument) as Int32)
            case "--only": only = try Self.value(&rest, argument).split(separator: "\n").map(String.init)
            case "--steps": steps = try Self.value(&rest, argument).split(separator: ",").compactMap { Int($0) }
            case "--with", "--hidden":
                let (name, text) = try Self.pair(&rest, argument)
                // What isn't JSON is a text.
                let value = (try? JSONValue(json: Array(text.utf8))) ?? .string(text)
                guard argument == "--hidden" else {
                    (flags[name], writtenFlags[name]) = (value, text)
                    continue
                }
                hidden[name] = value
                givenHidden.append(name)
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

    private mutating func choose(_ task: Task) throws(ReplayError) {
        guard self.task == .replay || self.task == task else {
            throw ReplayError("--bisect can't be combined with --shortest or --write-test: they are two tasks.")
        }
        self.task = task
    }

    private static func value(_ rest: inout ArraySlice<String>, _ option: String) throws(ReplayError) -> String {
        guard let value = rest.popFirst() else { throw ReplayError("\(option) needs a value.") }
        return value
    }

    private static func number<Number: FixedWidthInteger>(
        _ rest: inout ArraySlice<String>, _ option: String
    ) throws(ReplayError) -> Number {
        guard let number = Number(try value(&rest, option)), number > 0 else {
            throw ReplayError("\(option) needs a whole number above 0.")
        }
        return number
    }

    private static func pair(
        _ rest: inout ArraySlice<String>, _ option: String
    ) throws(ReplayError) -> (name: String, value: String) {
        let parts = try value(&rest, option).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else {
            throw ReplayError("\(option) needs a name and a value: \(option) name=value.")
        }
        return (String(parts[0]), String(parts[1]))
    }

    static func help(_ program: String) -> String {
        """
        Performs the steps of a recorded failure again, at most \(RunReplayer.maximumSteps) before it, beside what was recorded.

        \(program) REPORT [options]

        REPORT                the JSON of a report, or the file of a run
        --perform NUMBER      another failed perform of a run than the last one
        --with KEY=VALUE      another value of a flag, as JSON or text; can be repeated
        --hidden NAME=VALUE   the value of a hidden member of inputs; can be repeated
        --bisect              name the flags without whose answers it doesn't fail
        --shortest            find the shortest sequence of steps after which it fails
        --write-test FILE     write a test with the shortest sequence of steps
        --limit SECONDS       the limit for each attempt of these, by default 60
        --json                print JSON

        It exits with 0 if it didn't fail, 1 if it failed as it was recorded, 3 if it failed in another way, and 2 if the report
        or an option is wrong. A crash ends it.
        """
    }
}
#endif
