/// What a text comes to in figures.
package struct TextStatistics: Hashable, Sendable {
    /// Runs of signs without blanks that have a letter or a digit.
    package private(set) var words = 0
    /// Signs as people count them, blanks included and line ends left out.
    package private(set) var characters = 0
    /// What ends with a full stop, an exclamation or a question mark, or with its paragraph, and has a word.
    package private(set) var sentences = 0
    /// Blocks of lines with an empty line between them.
    package private(set) var paragraphs = 0
    /// Whole minutes, none for a text without words and else at least one.
    package private(set) var readingMinutes = 0

    /// The speeds that anybody reads at, in words a minute; what lies outside is drawn to the nearer end.
    package static let readingSpeeds = 20...2_000

    /// Counts, in time linear in the length of the text.
    ///
    /// - Parameter wordsPerMinute: how fast the reader is.
    package init(of text: String, wordsPerMinute: Int) {
        var paragraph = Paragraph()
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            characters += line.count
            if line.allSatisfy(\.isWhitespace) {
                add(paragraph)
                paragraph = Paragraph()
            } else {
                paragraph.read(line)
            }
        }
        add(paragraph)
        let speed = min(max(wordsPerMinute, Self.readingSpeeds.lowerBound), Self.readingSpeeds.upperBound)
        readingMinutes = (words + speed - 1) / speed
    }

    private mutating func add(_ paragraph: Paragraph) {
        words += paragraph.words
        sentences += paragraph.sentences + (paragraph.isInSentence ? 1 : 0)
        paragraphs += paragraph.isEmpty ? 0 : 1
    }
}

/// Lines without an empty one between them.
private struct Paragraph {
    var isEmpty = true
    var words = 0
    /// Those that have ended.
    var sentences = 0
    /// Whether there are words behind the last end.
    var isInSentence = false

    mutating func read(_ line: Substring) {
        isEmpty = false
        for (place, word) in line.split(whereSeparator: \.isWhitespace).enumerated() {
            if word.contains(where: { $0.isLetter || $0.isNumber }) {
                words += 1
                isInSentence = true
            }
            let isListNumber = place == 0 && word.last == "." && word.dropLast().allSatisfy(\.isNumber)
            if isInSentence, !isListNumber, Self.endsSentence(word) {
                sentences += 1
                isInSentence = false
            }
        }
    }

    /// Whether a sentence ends with it, within brackets, quotes and Markdown's emphasis too.
    private static func endsSentence(_ word: Substring) -> Bool {
        guard let last = word.last(where: { !")]}\"'”’»*_`".contains($0) }) else { return false }
        return ".!?…".contains(last)
    }
}
