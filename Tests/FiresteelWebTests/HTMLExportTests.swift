import FiresteelWeb
import Foundation
import Testing

@testable import FiresteelTimeline

@Suite("A run as a page")
struct HTMLExportTests {
    private static let hostile = "</script><script>alert(1)</script><!-- \"'& \u{2028}\u{2029} ]]>"

    /// A timeline with one action.
    private struct Sample {
        let timeline: Timeline
        let clock = ManualTimelineClock()
        let action: NameID
        let session: NameID

        init(size: Int = 256 << 10, name: String = "Save Document") {
            let configuration = Timeline.Configuration(
                program: ProgramDescription(name: name, version: "1.0", build: "7"), storage: .memory, runSize: size,
                clock: .manual(clock))
            timeline = Timeline(configuration)
            let feature = timeline.nameFeature(identifier: "Documents", name: name)
            action = timeline.nameAction(identifier: "Save", name: name, feature: feature)
            session = timeline.nameSession(name)
        }

        func perform(_ input: String, error: String = "", completes: Bool = true) {
            clock.advance(by: .microseconds(1))
            let begin = BeginFields(
                time: timeline.now,
                perform: PerformFields(
                    session: 1, sessionName: session, stack: 1, action: action, isUserInitiated: true))
            let token = Array(input.utf8).withUnsafeBytes { timeline.begin(begin, input: $0) }
            guard completes else { return }
            clock.advance(by: .microseconds(1))
            let completion = CompletionFields(
                of: begin, time: timeline.now, outcome: error.isEmpty ? .success : .failure)
            Array(error.utf8).withUnsafeBytes { timeline.complete(token, completion, error: $0) }
        }
    }

    /// The objects in a page.
    private func objects(_ page: String) throws -> [[String: Any]] {
        let block = try #require(page.components(separatedBy: "<script type=\"application/json\"").last)
        let begin = try #require(block.firstIndex(of: ">"))
        let end = try #require(block.range(of: "</script>"))
        let json = Data(block[block.index(after: begin)..<end.lowerBound].utf8)
        return try #require(try JSONSerialization.jsonObject(with: json) as? [[String: Any]])
    }

    @Test("Text of any kind remains text, in every field")
    func hostileText() throws {
        let sample = Sample(name: Self.hostile)
        sample.perform(Self.hostile, error: Self.hostile)
        let page = try TimelineHTMLExport().document(of: sample.timeline.run)
        #expect(page.hasPrefix("<!doctype html>") && page.hasSuffix("</html>\n"))
        #expect(page.components(separatedBy: "<script").count == 4)
        #expect(page.components(separatedBy: "</script>").count == 4)
        let data = try #require(page.components(separatedBy: "<script type=\"application/json\"").last)
        #expect(!data.contains("alert(1)</script>") && !data.unicodeScalars.contains("\u{2028}"))
        let found = try objects(page)
        #expect(found.map { $0["kind"] as? String } == ["run", "begin", "completion", "end", "ending"])
        #expect((found[1]["input"] as? [[String: Any]])?.first?["value"] as? String == Self.hostile)
        #expect((found[2]["error"] as? [[String: Any]])?.first?["value"] as? String == Self.hostile)
        #expect(
            found[1]["action-name"] as? String == Self.hostile && found[1]["session-name"] as? String == Self.hostile)
        #expect(found[0]["program"] as? String == Self.hostile)
    }

    @Test("The page loads nothing, and its policy permits its own script and style only")
    func policy() throws {
        let page = try TimelineHTMLExport().document(of: Sample().timeline.run)
        #expect(page.contains("default-src 'none'; script-src 'sha256-"))
        for forbidden in [" src=", "@import", "url(", "<link", "<img", "unsafe-", "import(", "from \""] {
            #expect(!page.contains(forbidden), "\(forbidden)")
        }
        #expect(page.firstMatch(of: /<[^>]*\son[a-z]+\s*=/) == nil)
    }

    @Test("An empty run has a head and an end")
    func empty() throws {
        let found = try objects(TimelineHTMLExport().document(of: Sample().timeline.run))
        #expect(found.map { $0["kind"] as? String } == ["run", "end", "ending"])
        #expect((found[2]["started"] as? NSNumber)?.int64Value != nil)
    }

    @Test("A query selects performs, and those in flight are included")
    func query() throws {
        let sample = Sample()
        sample.perform("wanted")
        sample.perform("other")
        sample.perform("wanted, still going", completes: false)
        var query = TimelineQuery()
        query.text = "wanted"
        let page = try TimelineHTMLExport().document(of: sample.timeline.run, matching: query)
        #expect(!page.contains("\"other\""))
        let kinds = try objects(page).map { $0["kind"] as? String }
        #expect(kinds == ["run", "begin", "completion", "begin", "in-flight", "end", "ending"])
    }

    @Test("A large run is written in small pieces")
    func large() throws {
        let sample = Sample(size: 32 << 20)
        for number in 0..<20_000 { sample.perform("number \(number)") }
        var pieces = 0
        var entries = 0
        var longest = 0
        try TimelineHTMLExport().write(sample.timeline.run, matching: nil) { piece in
            pieces += 1
            if piece.hasPrefix(",\n{\"kind\":\"begin\"") { entries += 1 }
            if piece.hasPrefix(",\n") { longest = max(longest, piece.utf8.count) }
        }
        #expect(entries == 20_000 && pieces > 40_000)
        #expect(longest < 1_000)
    }

    @Test("The system's crash report is in the page")
    func crash() throws {
        let text = """
            *** Program crashed: Bad pointer dereference at 0x0000000000000008 ***

            Thread 0 "main" crashed:

            0 0x0000000000001234 Documents.save(_:) + 20 in documents at /src/</script>.swift:87:5
            """
        let backtrace = try #require(Backtrace(text: text))
        let sample = Sample()
        let details = CrashDetails(message: Self.hostile, backtrace: backtrace)
        let found = try objects(TimelineHTMLExport(crash: details).document(of: sample.timeline.run))
        let ending = try #require(found.last)
        #expect(ending["message"] as? String == Self.hostile)
        let written = try #require(ending["backtrace"] as? [String: Any])
        #expect(written["thread"] as? String == backtrace.thread)
        #expect((written["frames"] as? [[String: Any]])?.count == backtrace.frames.count)
    }
}
