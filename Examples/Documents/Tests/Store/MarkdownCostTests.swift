import DocumentsCore
import TestSupport
import Testing

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Hostile Markdown doesn't take long", .timeLimit(.minutes(5))) struct MarkdownCostTests {
    /// Texts for which some version of libcmark, or of another renderer, takes quadratic time: the first part is repeated,
    /// then come the second once and the third repeated.
    private static let hostile: [(String, String, String)] = [
        ("![[]()", "", ""), ("[[]()", "", ""), ("![[]()\r\n", "", ""), ("[", "a", "]"), ("[a", "", ""), ("a]", "", ""),
        ("*a[b", "", "]"), ("- ", "x", "\n"), ("> - ", "x\n", ">\n"), ("1. ", "x", "\n"), ("\t- ", "x", "\n"),
        (">", "", "*a* "), ("- ", "", "_a_ "), (">", "a\n", "a\n"), ("*a **a ", "b", " a** a*"), ("a_ *b ", "", ""),
        ("a **b` c* ", "", ""), ("[(](", "", ""), ("e`", "``", "`f```"), ("a <!-- ", "", ""), ("a <? ", "", ""),
        ("a <![CDATA[ ", "", ""), ("[a](<b", "", ""), ("[a]: u\n", "\n", "[a]"), ("[a]: uuuu", "\n\n", "[a]"),
        ("_*", "a", "*_"), ("&#", "", ""), ("\"a", "", "'"), ("a\n", "", "==="),
    ]

    private static func text(_ index: Int, _ count: Int) -> String {
        let (first, middle, second) = hostile[index]
        return String(repeating: first, count: count) + middle + String(repeating: second, count: count)
    }

    /// The CPU seconds of rendering a text, on a separate thread, and whether it was rendered.
    private static func rendering(_ text: String) async throws -> (seconds: Double, isRendered: Bool) {
        try await withOwnThread {
            let start = threadTime()
            let html = MarkdownRenderer.html(text)
            return (threadTime() - start, html != nil)
        }
    }

    @Test(
        "Each text is rendered or rejected within a second, and a microsecond for each byte", arguments: hostile.indices
    )
    func bounded(index: Int) async throws {
        for count in [20_000, 50_000, 100_000, 200_000] {
            let text = Self.text(index, count)
            let (seconds, _) = try await Self.rendering(text)
            #expect(seconds < 1 + Double(text.utf8.count) * 1e-6, "\(text.prefix(20)), \(count) times")
        }
    }

    @Test("Lists that deepen with each line are rejected before they take long")
    func deepening() async throws {
        var text = ""
        for level in 0..<1_000 { text += String(repeating: "  ", count: level) + "- a\n" }
        let (seconds, isRendered) = try await Self.rendering(text + String(repeating: "\n", count: 200_000))
        #expect(seconds < 2 && !isRendered)
    }

    @Test("Ordinary documents are rendered, however long they are")
    func ordinary() async throws {
        let section = """
            # Title

            A paragraph with [a link](https://example.com), *emphasis* and ![an image](a.png),
            > a quote with
            > > another [one][x] in it

            1. a list
               - with items, each with [brackets]
                 - within it

            | a | b |
            |---|---|

            ```json
            {"a": [1, 2, [3, 4]]}
            ```

            - - -

            """
        #expect(try await Self.rendering(String(repeating: section, count: 5_000)).isRendered)
        let code = "```json\n" + String(repeating: "[1, 2, [3]],\n", count: 5_000) + "```\n"
        #expect(try await Self.rendering(code).isRendered)
    }

    @Test("A document that is rejected is an error with a remedy")
    func error() async throws {
        let name = try DocumentName("Plan.md")
        await #expect(throws: DocumentError.tooComplex(name)) {
            try await MarkdownRenderer.html(Self.text(0, 100_000), of: name)
        }
    }

    /// The CPU time of this thread, in seconds.
    private static func threadTime() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
