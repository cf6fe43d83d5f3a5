import Firesteel
import Logging

/// Lets every logger of the program, the store's included, carry the action that it is used in: on the console, and in a
/// file that is turned over before it grows too large.
func startLogging(in place: WorkingPlace) {
    let outputs: [any LogOutput] = [
        ConsoleLogOutput(), FileLogOutput(folder: place.logs, name: "documents"),
    ]
    LoggingSystem.bootstrap { label in FiresteelLogHandler(label: label, outputs: outputs) }
}
