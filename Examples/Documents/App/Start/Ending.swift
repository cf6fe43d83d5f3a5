import Dispatch
import Foundation

/// Waits for a signal to end: SIGINT (Control-C) or SIGTERM.
struct Ending {
    private let signals: AsyncStream<String>
    private let sources: [any DispatchSourceSignal]

    /// Installs handlers, so that SIGINT and SIGTERM no longer end the program.
    init() {
        let (signals, continuation) = AsyncStream.makeStream(of: String.self)
        self.signals = signals
        sources = [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM")].map { number, name in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(name) }
            source.resume()
            return source
        }
    }

    /// Waits for a signal.
    ///
    /// - Returns: The name of the first signal.
    func wait() async -> String {
        for await name in signals { return name }
        return "the system"
    }
}
