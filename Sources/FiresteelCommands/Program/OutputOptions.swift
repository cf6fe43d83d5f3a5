import ArgumentParser
import Foundation

/// The use of colors.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto
    case always
    case never

    /// Whether standard output is colored.
    ///
    /// By default if it is a terminal with colors, unless `NO_COLOR` is set.
    var isOn: Bool {
        switch self {
        case .always: return true
        case .never: return false
        case .auto:
            let environment = ProcessInfo.processInfo.environment
            return isatty(1) == 1 && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
        }
    }
}

/// The output options of a command.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Write JSON, as described in docs/command-line.md.")
    var json = false

    @Option(help: "When to use colors: auto, always or never.")
    var color = ColorChoice.auto
}
