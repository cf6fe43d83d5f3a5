import Firesteel
import FiresteelReports
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("The size of reports", .enabled(if: ZipReader.isThere, "unzip and python3 read what was written"))
struct ReportSizeTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func makeFull() async throws -> TestRuntime {
        let test = try makeBank { $0.runSize = 4 << 20 }
        var random = SystemRandomNumberGenerator()
        await test.runtime.use {
            for number in 0..<1_500 {
                // What can't be made smaller.
                let noise = (0..<6).map { _ in String(random.next(), radix: 36) }.joined()
                await Bank.Account.refresh.perform(Note(text: "number-\(number)- \(noise)"))
            }
        }
        return test
    }

    @Test("An archive is never larger than it may be, and has the newest")
    func archive() async throws {
        let test = try await makeFull()
        for bytes in [512 << 10, 700 << 10] {
            let report = DebugReport(test.runtime, options: .init(maximumBytes: bytes))
            let written = try await report.write(.zip, to: folder.url)
            #expect(written.bytes <= bytes)
            let texts = try ZipReader.texts(written.url)
            for name in ["timeline/timeline.jsonl", "timeline/timeline.txt", "index.html", "logs/log.txt"] {
                let text = try #require(texts[name])
                #expect(text.contains("number-1499-"), "\(name) hasn't the newest")
                #expect(!text.contains("number-0-"), "\(name) has the oldest")
                #expect(written.dropped[name, default: 0] > 0)
            }
            // The head stays, whatever makes room.
            #expect(texts["timeline/timeline.jsonl"]?.hasPrefix("{\"kind\":\"run\"") == true)
            #expect(texts["index.html"]?.hasPrefix("<!doctype html>") == true)
            #expect(texts["manifest.json"]?.contains("timeline/timeline.jsonl") == true)
        }
    }

    @Test("A page is never larger than it may be, and has the newest")
    func page() async throws {
        let test = try await makeFull()
        let report = DebugReport(test.runtime, options: .init(maximumBytes: 600 << 10))
        let written = try await report.write(.html, to: folder.url)
        #expect(written.bytes <= 600 << 10)
        #expect(written.bytes > 500 << 10)
        let page = try String(contentsOf: written.url, encoding: .utf8)
        #expect(page.contains("number-1499-"))
        #expect(!page.contains("number-0-"))
        #expect(try ReportPage(page).runs["timeline"]?.last?["kind"] as? String == "ending")
        #expect(written.dropped["timeline", default: 0] > 0)
    }

    @Test("A part without room that can't be shortened is left out, and the report says so")
    func leftOut() async throws {
        let test = try makeBank()
        let section = GivenSection { _ in
            ReportContent(
                [.text("Large", String(repeating: "large ", count: 100_000))],
                files: [ReportFile("large.txt", String(repeating: "x", count: 300 << 10))])
        }
        let report = DebugReport(test.runtime, options: .init(maximumBytes: 512 << 10), adding: [section])
        let written = try await report.write(.zip, to: folder.url)
        #expect(written.leftOut == ["given/given.json", "given/large.txt"])
        #expect(try ZipReader.texts(written.url)["manifest.json"]?.contains("given/large.txt") == true)
        let page = try await report.write(.html, to: folder.url)
        #expect(page.leftOut == ["given"])
        #expect(page.bytes <= 512 << 10)
    }
}
