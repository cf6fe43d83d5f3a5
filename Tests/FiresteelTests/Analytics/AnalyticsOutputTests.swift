import Firesteel
import FiresteelTimeline
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Analytics on a console and in files")
struct AnalyticsOutputTests {
    private func event(
        _ phase: AnalyticsEvent.Phase = .begin, _ attributes: AnalyticsAttributes = [:]
    ) -> AnalyticsEvent {
        AnalyticsEvent(
            name: "document-open", phase: phase, attributes: attributes, time: 1_767_225_600_000_250,
            action: ActionPath(feature: FeaturePath("App/Documents"), action: "OpenDocument"), perform: 7, session: 2)
    }

    @Test("A console has one line for each event, attributes by name")
    func console() {
        let lines = Mutex<[String]>([])
        let console = ConsoleAnalytics { line in lines.withLock { $0.append(line) } }
        console.record(event(.begin, ["pages": 12, "format": "markdown", "isNew": true]))
        console.record(event(.end(.success, duration: .milliseconds(412)), ["note": "two words\nand \"more\""]))
        console.record(event(.end(.cancelled, duration: .zero), ["empty": "", "share": 0.5]))
        #expect(
            lines.withLock { $0 } == [
                "document-open.begin format=markdown isNew=true pages=12",
                #"document-open.end (success, 412 ms) note="two words\nand \"more\"""#,
                #"document-open.end (cancelled, 0 ns) empty="" share=0.5"#,
            ])
    }

    @Test("A file has one object for each event, with all known fields")
    func file() throws {
        let folder = try TemporaryFolder()
        let output = JSONLinesAnalytics(folder: folder.path)
        output.record(event(.begin, ["pages": 12, "note": "ü\n", "wrong": .double(.nan), "isNew": true]))
        output.record(event(.end(.failure, duration: .milliseconds(1_500))))
        #expect(
            try folder.lines("analytics.jsonl") == [
                #"{"action":"App/Documents/#OpenDocument","attributes":{"isNew":true,"note":"ü\n","pages":12,"wrong":"nan"},"event":"document-open","perform":7,"phase":"begin","session":2,"source":"application","time":"2026-01-01T00:00:00.000250Z","userInitiated":true}"#,
                #"{"action":"App/Documents/#OpenDocument","duration":1.5,"event":"document-open","outcome":"failure","perform":7,"phase":"end","session":2,"source":"application","time":"2026-01-01T00:00:00.000250Z","userInitiated":true}"#,
            ])
    }

    @Test("Files are rotated by size, and a limited number is retained")
    func rotation() throws {
        let folder = try TemporaryFolder()
        let output = JSONLinesAnalytics(
            folder: folder.path, rotation: FileLogOutput.Rotation(size: 1_024, files: 3))
        for _ in 0..<100 { output.record(event(.begin, ["text": .string(String(repeating: "x", count: 200))])) }
        let names = try folder.names
        #expect(names.count == 3)
        #expect(names.allSatisfy { $0.hasPrefix("analytics") && $0.hasSuffix(".jsonl") })
        for name in names {
            let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/" + name)[.size] as? Int
            #expect(try #require(size) <= 1_024)
        }
    }

    @Test("Without consent the files are deleted")
    func discard() throws {
        let folder = try TemporaryFolder()
        let output = JSONLinesAnalytics(folder: folder.path)
        output.record(event())
        try output.discard()
        #expect(try folder.names == [])
        output.record(event())
        #expect(try folder.lines("analytics.jsonl").count == 1)
    }

    @Test("An unusable folder is reported once, and affects nothing else")
    func unusable() throws {
        let folder = try TemporaryFolder()
        #expect(FileManager.default.createFile(atPath: folder.path + "/taken", contents: nil))
        let reports = Mutex<[String]>([])
        let output = JSONLinesAnalytics(folder: folder.path + "/taken")
        output.start { words in reports.withLock { $0.append(words) } }
        for _ in 0..<3 { output.record(event()) }
        #expect(reports.withLock { $0.count } == 1)
        #expect(reports.withLock { $0.first?.contains("Can't create") } == true)
    }
}
