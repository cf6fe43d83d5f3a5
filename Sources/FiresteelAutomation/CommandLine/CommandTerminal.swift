import FiresteelBase
import Foundation

/// The terminal of a command: its input, its outputs, and questions.
struct CommandTerminal: Sendable {
    /// Whether a person can answer questions.
    var isInteractive: Bool
    /// Reads the whole standard input, or returns `nil` if it is larger than a number of bytes.
    var read: @Sendable (_ limit: Int) -> [UInt8]?
    /// Writes lines to the standard output.
    var write: @Sendable (String) -> Void
    /// Writes lines to the standard error.
    var writeError: @Sendable (String) -> Void
    /// Asks a question, and returns whether the person agrees.
    var ask: @Sendable (String) -> Bool

    /// The terminal of the process.
    static let process = CommandTerminal(
        isInteractive: isatty(STDIN_FILENO) == 1 && isatty(STDERR_FILENO) == 1,
        read: { limit in
            var bytes: [UInt8] = []
            while let part = try? FileHandle.standardInput.read(upToCount: 1 << 16), !part.isEmpty {
                bytes += part
                if bytes.count > limit { return nil }
            }
            return bytes
        },
        // Unlike write(_:), an error doesn't end the process, whose action is done.
        write: { try? FileHandle.standardOutput.write(contentsOf: Data(($0 + "\n").utf8)) },
        writeError: { try? FileHandle.standardError.write(contentsOf: Data(($0 + "\n").utf8)) },
        ask: { question in
            try? FileHandle.standardError.write(contentsOf: Data("\(question) [y/N] ".utf8))
            return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
        })
}

extension String {
    /// The text with escapes for characters that control a terminal or change the direction of text, but for line breaks
    /// and tabs.
    var withoutTerminalControl: String {
        escaping({ $0.isControl && $0 != "\n" && $0 != "\t" }) {
            "\\u{" + String($0.value, radix: 16, uppercase: true) + "}"
        }
    }

    /// JSON on one line whose strings have escapes for such characters.
    var jsonWithoutTerminalControl: String {
        escaping(\.isControl) { scalar in
            let digits = String(scalar.value, radix: 16)
            return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
    }

    private func escaping(
        _ isEscaped: (Unicode.Scalar) -> Bool, _ escape: (Unicode.Scalar) -> String
    ) -> String {
        guard unicodeScalars.contains(where: isEscaped) else { return self }
        var text = ""
        for scalar in unicodeScalars {
            if isEscaped(scalar) { text += escape(scalar) } else { text.unicodeScalars.append(scalar) }
        }
        return text
    }
}
