import Foundation

/// Standard output, written in large pieces, and its style.
final class Terminal {
    /// The error thrown when the reader closed the output.
    struct ClosedError: Error {}

    /// The style of highlighted texts.
    let style: TextStyle
    private var buffer: [UInt8] = []

    /// The size of one write in bytes.
    private static let size = 1 << 16

    init(_ color: ColorChoice) {
        style = TextStyle(isOn: color.isOn)
    }

    func put(_ text: String) throws {
        buffer.append(contentsOf: text.utf8)
        if buffer.count >= Self.size { try flush() }
    }

    func line(_ text: String = "") throws {
        try put(text)
        try put("\n")
    }

    /// Writes the buffered output.
    func flush() throws {
        // Even after an error, nothing is written twice.
        let bytes = buffer
        buffer.removeAll(keepingCapacity: true)
        try Self.writeAll(bytes, to: 1)
    }

    /// Prints a line that isn't part of the output to standard error, without control characters.
    static func printLine(_ line: String) {
        // If standard error is closed, there is no other place to report to.
        try? writeAll(Array("\(PlainText.line(line))\n".utf8), to: 2)
    }

    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                done += count
            } else if errno == EPIPE {
                throw ClosedError()
            } else if errno != EINTR, errno != EAGAIN {
                throw CommandError(.output, "Can't write the output: \(String(cString: strerror(errno))).")
            }
        }
    }
}

/// The style of highlighted texts: in color, or plain.
struct TextStyle {
    let isOn: Bool

    /// A highlight, as an ANSI code.
    enum Mark: Int {
        case plain = 0
        case bold = 1
        case dim = 2
        case red = 31
        case green = 32
        case yellow = 33
    }

    func mark(_ text: String, _ mark: Mark) -> String {
        isOn && mark != .plain && !text.isEmpty ? "\u{1B}[\(mark.rawValue)m\(text)\u{1B}[0m" : text
    }

    func bold(_ text: String) -> String { mark(text, .bold) }
    func dim(_ text: String) -> String { mark(text, .dim) }
    func red(_ text: String) -> String { mark(text, .red) }
    func yellow(_ text: String) -> String { mark(text, .yellow) }
}
