// guide: LoggingAndFocus
import Firesteel

struct QueueLogOutput: LogOutput {
    let send: @Sendable (String) -> Void

    func write(_ line: LogLine) {
        send(LogFormat.jsonLines.string(line))
    }
}
// end
