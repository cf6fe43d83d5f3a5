import Foundation
import Testing

@testable import FiresteelTimeline

@Suite("Exports")
struct ExportTests {
    private func sample() -> Recorder {
        let recorder = Recorder()
        let begun = recorder.begin(
            "<script>alert(1)</script> & \"plan\"\u{1E}Size\u{1F}182 KB\u{1E}Body\u{1F}\u{18}\u{1E}")
        recorder.log("line one\nline two \u{1B}[31m", .warning, perform: begun.perform)
        recorder.clock.advance(by: .milliseconds(412))
        recorder.complete(begun, .failure, error: "The disk is full\u{1E}Type\u{1F}DocumentError\u{1E}")
        recorder.begin("still going")
        return recorder
    }

    @Test("Text has a line for each event, and what was in flight")
    func text() throws {
        let text = TimelineTextExport().document(of: sample().timeline.run)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0] == "Tests 1.0 (7)")
        #expect(
            lines.contains {
                $0.hasSuffix(
                    "main App/Documents/#Save | Starting with input \"<script>alert(1)</script> & \"plan\", 182 KB\"")
            })
        #expect(lines.contains { $0.hasSuffix("| WARNING [tests] line one line two \\u{1B}[31m") })
        #expect(lines.contains { $0.hasSuffix("| Completed (failure) in 412 ms: The disk is full, DocumentError") })
        #expect(lines.contains { $0 == "App/Documents/#Save with input \"still going\", for 0 ns" })
        #expect(lines.contains { $0.hasPrefix("2026-01-01 00:00:00.000001 main ") })
    }

    @Test("JSON Lines are objects with exact times, and hidden values are not there")
    func jsonLines() throws {
        let recorder = sample()
        let text = TimelineJSONLinesExport().document(of: recorder.timeline.run)
        let objects = try text.split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(
            objects.compactMap { $0["kind"] as? String } == [
                "run", "begin", "log", "completion", "begin", "in-flight", "end",
            ])
        let begin = objects[1]
        #expect(begin["time"] as? String == "2026-01-01T00:00:00.000001Z")
        #expect((begin["at"] as? NSNumber)?.int64Value == 1_767_225_600_000_001)
        #expect(begin["feature"] as? String == "App/Documents" && begin["action"] as? String == "Save")
        let input = try #require(begin["input"] as? [[String: Any]])
        #expect(input[0]["value"] as? String == "<script>alert(1)</script> & \"plan\"")
        #expect(
            input[2]["label"] as? String == "Body" && input[2]["hidden"] as? Bool == true && input[2]["value"] == nil)
        #expect((objects[3]["took"] as? NSNumber)?.intValue == 412_002)
        #expect(objects[3]["outcome"] as? String == "failure")
    }

    @Test("An export of a query has what belongs to those performs only")
    func query() throws {
        let recorder = sample()
        recorder.perform("another")
        var query = TimelineQuery()
        query.text = "disk is full"
        for text in [
            TimelineTextExport().document(of: recorder.timeline.run, matching: query),
            TimelineJSONLinesExport().document(of: recorder.timeline.run, matching: query),
        ] {
            #expect(text.contains("line one") && text.contains("182 KB"))
            #expect(!text.contains("another") && !text.contains("still going"))
        }
    }
}
