/// A sentence or a phrase about a flag, in parts that a page can mark.
public struct FlagSentence: Sendable, Hashable, CustomStringConvertible {
    /// The meaning of a part.
    public enum Kind: Sendable, Hashable {
        /// Connecting words.
        case text
        /// An attribute or the values that it is compared with.
        case term
        /// The name of a segment, with its key.
        case segment(String)
        /// A variant, with its share.
        case variant
        /// A phrase of importance, such as a condition that only JsonLogic expresses.
        case emphasis
    }

    /// A part of a sentence.
    public struct Part: Sendable, Hashable {
        /// The meaning.
        public let kind: Kind
        /// The text, with its spaces.
        public let text: String

        /// Creates a part.
        package init(_ kind: Kind, _ text: String) {
            self.kind = kind
            self.text = text
        }
    }

    /// The parts, in order.
    public private(set) var parts: [Part] = []

    /// Creates a sentence.
    package init(_ parts: [Part] = []) { self.parts = parts }

    /// The whole text.
    public var description: String { parts.map(\.text).joined() }

    mutating func add(_ text: String) { add(.text, text) }

    mutating func add(_ kind: Kind, _ text: String) {
        // Adjacent connecting words are one part.
        if kind == .text, let last = parts.last, last.kind == .text {
            parts[parts.count - 1] = Part(.text, last.text + text)
        } else {
            parts.append(Part(kind, text))
        }
    }

    mutating func add(_ sentence: FlagSentence) {
        for part in sentence.parts { add(part.kind, part.text) }
    }

    /// Begins with a capital letter.
    mutating func capitalize() {
        guard let first = parts.first, let letter = first.text.first else { return }
        parts[0] = Part(first.kind, letter.uppercased() + first.text.dropFirst())
    }
}
