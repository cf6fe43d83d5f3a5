import FiresteelRemote
import Testing

@Suite("Server-sent events") struct ServerSentEventTests {
    private func events(_ text: String, limit: Int = 64 << 10) throws -> [ServerSentEvent] {
        var parser = ServerSentEventParser(limit: limit)
        return try parser.read(Array(text.utf8))
    }

    @Test("Fields, comments, names and several lines of data are read as the standard says")
    func standard() throws {
        let text =
            "\u{FEFF}: hello\n\nevent: add\ndata: one\ndata:two\nid: 7\n\ndata\n\ndata: last\nunknown: x\n\ndata: cut"
        #expect(
            try events(text) == [
                ServerSentEvent(event: "add", data: "one\ntwo", lastEventID: "7"),
                ServerSentEvent(data: "", lastEventID: "7"), ServerSentEvent(data: "last", lastEventID: "7"),
            ])
    }

    @Test("An event without data is ignored, and so is its name")
    func withoutData() throws { #expect(try events("event: x\n\ndata: a\n\n") == [ServerSentEvent(data: "a")]) }

    @Test("Whatever pieces it comes in, the events are the same", arguments: ["\n", "\r", "\r\n"])
    func pieces(newline: String) throws {
        let text = "event: ö\ndata: 1\ndata: 2\n\nretry: 3000\nretry: soon\nid: a\u{0}b\ndata: 3\n\n"
            .replacing("\n", with: newline)
        let whole = try events(text)
        #expect(whole.map(\.data) == ["1\n2", "3"])
        for size in 1...7 {
            var parser = ServerSentEventParser()
            var found: [ServerSentEvent] = []
            let bytes = Array(text.utf8)
            for start in stride(from: 0, to: bytes.count, by: size) {
                found += try parser.read(Array(bytes[start..<min(start + size, bytes.count)]))
            }
            #expect(found == whole)
            #expect(parser.retryMilliseconds == 3_000)
        }
    }

    @Test("An event that never ends is rejected")
    func bounded() throws {
        #expect(throws: ServerSentEventParser.ParseError.eventTooLarge(limit: 10)) {
            try events("data: 0123456789", limit: 10)
        }
        #expect(throws: ServerSentEventParser.ParseError.eventTooLarge(limit: 20)) {
            try events(String(repeating: "data: 0123\n", count: 10), limit: 20)
        }
        #expect(try events(String(repeating: "data: 0\n\n", count: 100), limit: 20).count == 100)
    }
}
