import Firesteel
import Logging

/// Logs to a rotating file and, unless a command's output belongs there, to the console, each line with the action that it
/// belongs to.
func startLogging(in paths: WorkingPaths, toConsole: Bool = true) {
    let file = FileLogOutput(folder: paths.logs, name: "documents")
    let outputs: [any LogOutput] = toConsole ? [ConsoleLogOutput(), file] : [file]
    LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
}
