import Firesteel
import FiresteelTimeline
import Foundation
import Logging
import Testing

@testable import FiresteelInspector

@Suite("A saved log", .timeLimit(.minutes(5)))
struct LogExportTests {
    private func add(_ message: String, session: UInt32, to bench: Bench) {
        bench.runtime.logStore?.add(
            LogLine(
                time: 5_000_000, level: session == 1 ? .info : .error, label: "store", message: message,
                metadata: ["free": "40 KB"],
                context: LogContext(
                    feature: FeaturePath("SampleApp/Editing"), featureName: "Editing",
                    action: LogContext.PerformedAction(
                        identifier: "Save", name: "Save", perform: 7, session: session,
                        sessionName: "window \(session)",
                        stack: 1, input: nil))))
    }

    @Test("A log is read piece by piece, with a filter and without, while lines are written")
    func pieces() {
        let store = LogStore(capacity: 2_000)
        func write(_ count: Int) {
            for _ in 0..<count {
                store.add(LogLine(time: 0, level: .info, label: "store", message: "\(store.total)"))
            }
        }
        var filter = LineFilter()
        filter.level = .info
        for filter in [LineFilter(), filter] {
            write(3_000)
            let range = store.range
            var limits: [Int] = []
            let page = LinePage.make(of: range, filter, LinePage.Window(offset: 0, limit: Int(Int32.max))) {
                limits.append($1)
                // Overwrites what is read next.
                if limits.count == 2 { write(700) }
                return store.lines(from: $0, limit: $1)
            }
            #expect(limits.count > 2 && limits.allSatisfy { $0 <= 500 })
            let first = Int(range.lowerBound)
            #expect(page.lines.map(\.n) == Array(first..<first + 500) + Array(first + 700..<first + 2_000))
            #expect(page.lines.allSatisfy { $0.message == "\($0.n)" })
        }
    }

    @Test("Lines are filtered by session, and saved as the filter shows them")
    func sessions() async throws {
        try await withInspector { bench async throws in
            for index in 0..<600 { add("first \(index)", session: 1, to: bench) }
            add("second\nline", session: 2, to: bench)
            let lines: PageData.Lines = try await bench.client.get("logs?session=2")
            #expect(lines.lines.map(\.message) == ["second\nline"])

            let text = try await bench.client.send("GET", "/api/logs/export?format=text&session=2")
            #expect(text.status == 200 && text.field("content-type") == "text/plain; charset=utf-8")
            let rows = text.text.split(separator: "\n")
            #expect(rows.count == 1)
            let row = try #require(rows.first)
            #expect(row.hasPrefix("1970-01-01T00:00:05") && row.hasSuffix("free=40 KB"))
            #expect(row.contains(" error window 2 SampleApp/Editing/#Save | second"))

            let whole = try await bench.client.send("GET", "/api/logs/export?format=jsonl")
            let run = try #require(bench.runtime.timeline?.runIdentifier)
            #expect(whole.field("content-disposition") == "attachment; filename=\"\(run)-log.jsonl\"")
            let decoded = try whole.text.split(separator: "\n").map {
                try JSONDecoder().decode(PageData.Line.self, from: Data($0.utf8))
            }
            #expect(decoded.count >= 601 && decoded.last?.message == "second\nline")
            let some = try await bench.client.send("GET", "/api/logs/export?format=jsonl&text=first+59&level=info")
            #expect(some.text.split(separator: "\n").count == 11)
        }
    }
}
