import FiresteelTimeline
import TestSupport
import Testing

@Suite("Removing secrets from texts")
struct RedactionTests {
    @Test(
        "The beginning of a secret at the end of a truncated text is removed",
        arguments: [
            ("The token is long-secret-val", "The token is hidden", "The token is long-secret-val"),
            ("The token is long-secret-value", "The token is hidden", "The token is hidden"),
            ("The token is lon", "The token is lon", "The token is lon"),
            ("long-secret is shorter", "long-secret is shorter", "long-secret is shorter"),
            ("long", "hidden", "long"),
            ("", "", ""),
        ])
    func truncated(text: String, truncated: String, whole: String) {
        let redaction = Redaction(words: [], values: ["long-secret-value"])
        #expect(redaction.redactedTruncated(text) == truncated)
        #expect(redaction.redacted(text) == whole)
    }

    @Test("A short secret is removed as a word only")
    func words() {
        let redaction = Redaction(words: [], values: ["ship"])
        #expect(redaction.redacted("ship, membership, ships and a ship") == "hidden, membership, ships and a hidden")
        #expect(redaction.redacted("ship") == "hidden")
    }

    @Test("None of many secrets remains in any text, and other texts are unchanged")
    func many() {
        var random = SplitMix64(seed: 7)
        func text(_ count: Int) -> String {
            (0..<count).map { _ in Bool.random(using: &random) ? "a" : "b" }.joined()
        }
        for _ in 0..<100 {
            let count = Int.random(in: 1...40, using: &random)
            let secrets = Set((0..<count).map { _ in text(.random(in: 8...12, using: &random)) })
            let redaction = Redaction(words: [], values: []).adding(secrets)
            let whole = text(120)
            let parts = redaction.redacted(whole).split(separator: Redaction.mark)
            #expect(parts.allSatisfy { part in secrets.allSatisfy { !part.contains($0) } })
            if !secrets.contains(where: { whole.contains($0) }) { #expect(redaction.redacted(whole) == whole) }
        }
    }
}
