import Firesteel
import Logging

/// Logs to the console and to a rotating file, each line with the action that it belongs to.
func startLogging(in place: WorkingPlace) {
    let outputs: [any LogOutput] = [
        ConsoleLogOutput(), FileLogOutput(folder: place.logs, name: "documents"),
    ]
    LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
}
