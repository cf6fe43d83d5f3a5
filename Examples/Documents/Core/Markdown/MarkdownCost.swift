/// An upper bound of the time that libcmark takes for a text beyond what is linear in its length.
///
/// libcmark 0.30 takes quadratic time in two ways, which later versions of it have in part:
///
/// - It compares brackets (`![[]()`) with all earlier ones of a paragraph. Paragraphs end at blank lines.
/// - For each line, and for each sign of emphasis, it may visit all quotes and list items that are open.
///
/// One pass over the text counts both. The factors were measured with 0.30.2 on a slow machine, and rounded up.
struct MarkdownCost {
    /// In nanoseconds.
    private(set) var nanoseconds = 0.0

    /// The most that a text may cost: half a second.
    static let limit = 500_000_000.0

    /// For each pair of brackets of one paragraph.
    private static let perBracketPair = 0.3
    /// For each line, or sign of emphasis, and each container that may be open.
    private static let perContainerVisit = 15.0

    private var depth = 0
    private var visits = 0
    private var brackets = 0

    init(of bytes: UnsafeBufferPointer<UInt8>) {
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let prefix = Self.prefix(of: bytes[index...])
            depth = max(depth, prefix.depth)
            visits += 1
            index = prefix.end
            var isBlank = true
            while index < bytes.endIndex, !Self.isLineEnd(bytes[index]) {
                switch bytes[index] {
                case UInt8(ascii: "["), UInt8(ascii: "]"): brackets += 1
                case UInt8(ascii: "*"), UInt8(ascii: "_"): visits += 1
                default: break
                }
                isBlank = isBlank && Self.isBlank(bytes[index])
                index += 1
            }
            if isBlank, !prefix.hasMarkers { endParagraph() }
            let isPair = index + 1 < bytes.endIndex && bytes[index] == UInt8(ascii: "\r")
            index += isPair && bytes[index + 1] == UInt8(ascii: "\n") ? 2 : 1
        }
        endParagraph()
        nanoseconds += Double(visits) * Double(depth) * Self.perContainerVisit
    }

    private mutating func endParagraph() {
        nanoseconds += Double(brackets) * Double(brackets) * Self.perBracketPair
        brackets = 0
    }

    /// Reads the markers of quotes and list items at a line's start.
    ///
    /// The depth is the most that can be open after them: a list item takes two columns of indentation.
    private static func prefix(of line: Slice<UnsafeBufferPointer<UInt8>>) -> (
        depth: Int, hasMarkers: Bool, end: Int
    ) {
        var (columns, markers) = (0, 0)
        var index = line.startIndex
        loop: while index < line.endIndex {
            switch line[index] {
            case UInt8(ascii: " "): columns += 1
            case UInt8(ascii: "\t"): columns += 4
            case UInt8(ascii: ">"): markers += 1
            case UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "*"):
                guard isSpace(after: index, in: line) else { break loop }
                markers += 1
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                // At most nine digits, as in CommonMark.
                let digits = line[index...].prefix(9).prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
                let end = digits.endIndex
                guard end < line.endIndex, line[end] == UInt8(ascii: ".") || line[end] == UInt8(ascii: ")"),
                    isSpace(after: end, in: line)
                else { break loop }
                markers += 1
                index = end
            default: break loop
            }
            index += 1
        }
        return (markers + columns / 2, markers > 0, index)
    }

    private static func isSpace(after index: Int, in line: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        index + 1 >= line.endIndex || isBlank(line[index + 1]) || isLineEnd(line[index + 1])
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

    private static func isLineEnd(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }
}
