import Dispatch
import Foundation

/// Waits for the program to be asked to end: Control-C, or a polite `kill`.
struct Ending {
    private let signals: AsyncStream<String>
    private let sources: [any DispatchSourceSignal]

    /// From now on, SIGINT and SIGTERM no longer end the program by themselves.
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

    /// - Returns: the name of the first signal.
    func wait() async -> String {
        for await name in signals { return name }
        return "the system"
    }
}
