import DocumentsCore
import TestSupport
import Testing

@Suite struct TextStatisticsTests {
    @Test(
        "Words, sentences and paragraphs are counted",
        arguments: [
            ("", 0, 0, 0), (" \n\n \t\n", 0, 0, 0), ("One", 1, 1, 1), ("One two.", 2, 1, 1),
            ("One. Two! Three? Four…", 4, 4, 1), ("One.\nTwo.", 2, 2, 1), ("One\ntwo.\n\nThree", 3, 2, 2),
            ("# The lighthouse\n\nIt burns.", 4, 2, 2), ("He said: “Go.” She went.", 5, 2, 1),
            ("It *burns.* Again", 3, 2, 1),
            ("Wait... what?!", 2, 2, 1), ("- * - ---", 0, 0, 1), ("1. Bread\n2. Salt", 4, 1, 1),
            ("Built in 1891. It burns.", 5, 2, 1), ("don’t well-known", 2, 1, 1), ("\r\nOne\r\n\r\nTwo\r\n", 2, 2, 2),
            ("日本語。", 1, 1, 1), ("ein Wörtchen, ça va?", 4, 1, 1), ("3 . 4", 2, 2, 1),
        ])
    func counts(text: String, words: Int, sentences: Int, paragraphs: Int) {
        let found = TextStatistics(of: text, wordsPerMinute: 230)
        #expect(found.words == words)
        #expect(found.sentences == sentences)
        #expect(found.paragraphs == paragraphs)
    }

    @Test(
        "Characters are grapheme clusters, without line breaks",
        arguments: [
            ("", 0), ("abc", 3), ("a b\nc", 4), ("a\r\nb", 2), ("👩‍🚀e\u{301}", 2),
        ])
    func characters(text: String, count: Int) {
        #expect(TextStatistics(of: text, wordsPerMinute: 230).characters == count)
    }

    @Test(
        "The reading time is in whole minutes, at any value of the flag",
        arguments: [
            (0, 230, 0), (1, 230, 1), (230, 230, 1), (231, 230, 2), (400, 100, 4), (400, 0, 20), (400, .min, 20),
            (4_000, .max, 2),
        ])
    func readingTime(words: Int, speed: Int, minutes: Int) {
        let text = String(repeating: "word ", count: words)
        #expect(TextStatistics(of: text, wordsPerMinute: speed).readingMinutes == minutes)
    }

    @Test("The statistics of two texts with an empty line between them are the sums of both")
    func additive() {
        let pieces = ["One", "two.", "“Three!”", "4.", "—", "\n", "*five?*", "\t", "six…", "# ", "\n- "]
        var generator = SplitMix64(seed: 7)
        func text() -> String {
            (0..<Int.random(in: 0...12, using: &generator)).map { _ in pieces.randomElement(using: &generator) ?? "" }
                .joined(separator: " ")
        }
        for _ in 1...500 {
            let (first, second) = (text(), text())
            let parts = [first, second].map { TextStatistics(of: $0, wordsPerMinute: 230) }
            let whole = TextStatistics(of: first + "\n\n" + second, wordsPerMinute: 230)
            #expect(whole.words == parts[0].words + parts[1].words, "\(first) | \(second)")
            #expect(whole.sentences == parts[0].sentences + parts[1].sentences, "\(first) | \(second)")
            #expect(whole.paragraphs == parts[0].paragraphs + parts[1].paragraphs, "\(first) | \(second)")
            #expect(whole.characters == parts[0].characters + parts[1].characters, "\(first) | \(second)")
        }
    }
}
