import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints progress: one line that changes on a terminal, and a line every few seconds elsewhere.
struct TrafficProgress {
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var shown: ContinuousClock.Instant?
    private var pending: String?
    private var width = 0

    /// Shows a text unless one was shown just before.
    mutating func show(_ text: String) {
        pending = text
        let now = ContinuousClock.now
        guard shown.map({ now - $0 >= (isTerminal ? .milliseconds(200) : .seconds(5)) }) ?? true else { return }
        shown = now
        write(text)
    }

    /// Shows a text that remains.
    mutating func announce(_ text: String) {
        write(text)
        if isTerminal { print() }
        width = 0
    }

    /// Shows the last text, and ends its line.
    mutating func finish() {
        if let pending { write(pending) }
        if isTerminal, width > 0 { print() }
        (pending, width) = (nil, 0)
        fflush(nil)
    }

    private mutating func write(_ text: String) {
        pending = nil
        if isTerminal {
            print("\r\(text)\(String(repeating: " ", count: max(0, width - text.count)))", terminator: "")
            width = text.count
        } else {
            print(text)
        }
        fflush(nil)
    }
}
