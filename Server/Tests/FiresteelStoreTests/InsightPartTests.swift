import FiresteelBase
import FiresteelDatabase
import FiresteelGzip
import FiresteelStore
import Testing

@Suite("Parts of insight")
struct InsightPartTests {
    private static let users = "/" + "Users/"
    private static let home = "/" + "home/"

    @Test("Compressed bytes are inflated within a limit")
    func gzip() throws {
        let bytes = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }
        let compressed = Gzip.compressed(bytes)
        #expect(try Gzip.inflated(compressed, limit: 100_000) == bytes)
        #expect(try Gzip.inflated(Gzip.compressed([]), limit: 0).isEmpty)
        #expect(throws: Gzip.InflateError.tooLarge) { try Gzip.inflated(compressed, limit: 99_999) }
        // A thousand times its size.
        let bomb = Gzip.compressed([UInt8](repeating: 0, count: 8 << 20))
        #expect(bomb.count < 16 << 10)
        #expect(throws: Gzip.InflateError.tooLarge) { try Gzip.inflated(bomb, limit: 1 << 20) }
        for cut in stride(from: 0, to: compressed.count, by: 997) {
            #expect(throws: Gzip.InflateError.damaged) { try Gzip.inflated(Array(compressed[..<cut]), limit: 1 << 20) }
        }
        #expect(throws: Gzip.InflateError.damaged) { try Gzip.inflated(compressed + [0], limit: 1 << 20) }
        var changed = compressed
        changed[changed.count - 6] ^= 1
        #expect(throws: Gzip.InflateError.damaged) { try Gzip.inflated(changed, limit: 1 << 20) }
    }

    @Test("People are counted exactly up to a limit, and within a few percent beyond it")
    func sketches() throws {
        var generator = SplitMix(state: 7)
        var all = PeopleSketch()
        for size in [1, 10, 256, 257, 1_000, 5_000, 20_000, 100_000] {
            var one = PeopleSketch()
            var other = PeopleSketch()
            for index in 0..<size {
                let hash = generator.next()
                if index % 2 == 0 { one.insert(hash) } else { other.insert(hash) }
                // Someone twice.
                if index % 10 == 0 { one.insert(hash) }
            }
            var union = try #require(PeopleSketch(one.bytes))
            union.formUnion(try #require(PeopleSketch(other.bytes)))
            #expect(union == PeopleSketch(union.bytes))
            #expect(union.isEstimate == (size > PeopleSketch.maximumExact))
            // Four standard errors.
            let tolerance = union.isEstimate ? Double(size) * 0.092 : 0
            #expect(abs(Double(union.count - size)) <= tolerance, "\(union.count) of \(size)")
            all.formUnion(union)
        }
        #expect(abs(Double(all.count - 126_524)) <= 126_524 * 0.092)
        #expect(PeopleSketch([2]) == nil)
        #expect(PeopleSketch([0, 1]) == nil)
        #expect(PeopleSketch([1, 1]) == nil)
    }

    @Test("Facts of a session are the same after they were stored")
    func facts() {
        var facts = SessionFacts()
        facts.add(.init(successes: 3, failures: 1, cancellations: 2, interruptions: 4), to: "App/Documents\tsave")
        facts.add(.init(), to: "\t")
        facts.add(variant: "fast-save\ton")
        facts.add(variant: "empty\t")
        facts.add(group: "g1")
        facts.isAbnormal = true
        #expect(SessionFacts(text: facts.text) == facts)
        #expect(SessionFacts(text: "") == SessionFacts())
    }

    @Test(
        "Texts that look like secrets are replaced",
        arguments: [
            ("Signed in as mara@example.com.", "Signed in as hidden."),
            ("mara@example.com/inbox of mara@sub.example.co.uk!", "hidden/inbox of hidden!"),
            ("Authorization: Bearer abcdefghijklmnopqrstuvwxyz", "Authorization: Bearer hidden"),
            ("\(users)mara/Documents/x.md", "\(users)hidden/Documents/x.md"),
            ("can't open \"\(home)mara/x\"", "can't open \"\(home)hidden/x\""),
            ("key AKIAIOSFODNN7EXAMPLE used", "key hidden used"),
            ("card 4111-1111-1111-1111", "card hidden"),
            ("-----BEGIN PRIVATE KEY-----\nabc", "hidden"),
        ])
    func secrets(_ text: String, _ expected: String) {
        #expect(SecretText.replaced(text) == expected)
        #expect(SecretText.replaced(expected) == nil)
    }

    @Test(
        "Other texts remain",
        arguments: [
            "Bad file descriptor", "DocumentStore.swift:118", "App/Documents", "1794479400000",
            "@Environment(\\.locale)",
            "4111111111111112", "basic settings of the document", "a/b/home", "x@y", home, "Linux 6.1.0, x86_64",
        ])
    func ordinary(_ text: String) { #expect(SecretText.replaced(text) == nil) }

    @Test("Values of members that are named as secrets are replaced")
    func members() {
        var value: JSONValue = [
            "password": "x", "fields": [["label": "API token", "value": "12"], ["label": "Size", "value": "12"]],
            "message": "from mara@example.com", "tokens": .int(3),
        ]
        #expect(SecretText.replace(in: &value) == 3)
        #expect(
            value == [
                "password": "hidden",
                "fields": [["label": "API token", "value": "hidden"], ["label": "Size", "value": "12"]],
                "message": "from hidden", "tokens": .int(3),
            ])
    }

    @Test("Secrets of retained inputs are replaced by the placeholder, once")
    func retainedInputs() {
        let text = #"""
            {"password":7,"pin":{"$hidden":true},"notes":["from mara@example.com"],"size":1,\#
            "secret":{"$hidden":"hunter2"},"token":{"$hidden":"String"}}
            """#
        var value: JSONValue = [["kind": "input-kept", "json": .string(text)], ["json": .string(text)]]
        #expect(SecretText.replace(in: &value) == 2)
        let replaced = #"""
            {"notes":[{"$hidden":true}],"password":{"$hidden":true},"pin":{"$hidden":true},\#
            "secret":{"$hidden":true},"size":1,"token":{"$hidden":"String"}}
            """#
        #expect(value.arrayValue?.first?.objectValue?["json"] == .string(replaced))
        #expect(SecretText.replace(in: &value) == 0)
        value = [["kind": "input-kept", "json": .string(text)]]
        #expect(SecretText.replace(in: &value, keepsLength: true) == 1)
        #expect(value == [["kind": "input-kept", "json": ""]])
    }

    @Test("A lease is one node's until it ends", arguments: StoreFixture.databases)
    func lease(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            func acquire(_ node: String, _ now: Int64) async throws -> Bool {
                try await insight.database.write {
                    try LeaseTable($0).acquire("work", for: node, now: now, duration: 1_000)
                }
            }
            #expect(try await acquire("a", 10_000))
            #expect(try await !acquire("b", 10_999))
            #expect(try await acquire("a", 10_999))
            #expect(try await !acquire("b", 11_500))
            #expect(try await acquire("b", 12_000))
            #expect(try await !acquire("a", 12_000))
            try await insight.database.write { try LeaseTable($0).release("work", of: "b") }
            #expect(try await acquire("a", 12_000))
        }
    }
}

/// A generator with a fixed sequence (Steele, Lea and Flood, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
