/// The length and reading time of a text.
package struct TextStatistics: Hashable, Sendable {
    /// Sequences without whitespace that contain a letter or a digit.
    package private(set) var words = 0
    /// Characters including whitespace, without line breaks.
    package private(set) var characters = 0
    /// Sequences that contain a word and end with `.`, `!`, `?` or `…`, or with their paragraph.
    package private(set) var sentences = 0
    /// Blocks of lines, separated by empty lines.
    package private(set) var paragraphs = 0
    /// The reading time in minutes, rounded up; 0 for a text without words.
    package private(set) var readingMinutes = 0

    /// The valid numbers of words per minute; others are clamped.
    package static let readingSpeeds = 20...2_000

    /// Computes the statistics, in time linear in the length of the text.
    ///
    /// - Parameter wordsPerMinute: The reading speed.
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

/// Consecutive lines without an empty one.
private struct Paragraph {
    var isEmpty = true
    var words = 0
    /// The number of ended sentences.
    var sentences = 0
    /// Whether a word follows the last ended sentence.
    var isInSentence = false

    mutating func read(_ line: Substring) {
        isEmpty = false
        for (index, word) in line.split(whereSeparator: \.isWhitespace).enumerated() {
            if word.contains(where: { $0.isLetter || $0.isNumber }) {
                words += 1
                isInSentence = true
            }
            let isListNumber = index == 0 && word.last == "." && word.dropLast().allSatisfy(\.isNumber)
            if isInSentence, !isListNumber, Self.endsSentence(word) {
                sentences += 1
                isInSentence = false
            }
        }
    }

    /// Returns whether a word ends a sentence, also within brackets, quotes and Markdown emphasis.
    private static func endsSentence(_ word: Substring) -> Bool {
        guard let last = word.last(where: { !")]}\"'”’»*_`".contains($0) }) else { return false }
        return ".!?…".contains(last)
    }
}
