import Firesteel
import FiresteelCatalogue
import FiresteelReports
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Debug reports", .enabled(if: ZipReader.isThere, "unzip and python3 read what was written"))
struct DebugReportTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("An archive has every section's files, a page, and a manifest that lists them")
    func archive() async throws {
        let flags = try makeBankFlags()
        let test = try makeBank { $0.flags = flags }
        await test.runtime.use { _ = await Bank.Account.enter.perform(Credentials(name: "Ada", password: "x")) }
        let written = try await DebugReport(test.runtime).write(.zip, to: folder.url)
        let texts = try ZipReader.texts(written.url)
        #expect(
            Set(texts.keys) == [
                "availability/availability.json", "catalogue/catalogue.json", "catalogue/catalogue.md",
                "catalogue/catalogue.mmd", "faults/faults.json", "flags/explanations.txt", "flags/flags.json",
                "flags/snapshot.json", "index.html", "logs/log.jsonl", "logs/log.txt", "logs/logs.json",
                "manifest.json", "permissions/permissions.json", "purchases/purchases.json",
                "stacks/stacks.json", "timeline/timeline.json", "timeline/timeline.jsonl",
                "timeline/timeline.txt", "versions/versions.json",
            ])
        #expect(texts["logs/log.txt"]?.contains("Refreshing below Ada") == true)
        for line in [
            "bank.greeting\n", #"Rules returns "Welcome back", variant “warm”, and decides."#,
            "  plan is “premium”: true\n", #"“bank.greeting” is "Welcome back": a rule of Rules matches."#,
        ] {
            #expect(texts["flags/explanations.txt"]?.contains(line) == true, "\(line)")
        }
        for cell in ["Account (Bank/Account)", "› Enter (Enter)", "› Refresh (Refresh)"] {
            #expect(texts["stacks/stacks.json"]?.contains(cell) == true, "\(cell)")
        }
        #expect(texts["availability/availability.json"]?.contains("Off until the user switches it on") == true)
        let catalogue = texts["catalogue/catalogue.md"]
        #expect(catalogue?.hasPrefix("# Bank 1.4 (2071): catalogue\n") == true)
        #expect(catalogue?.contains("\n## Features\n") == true)
        #expect(try Catalogue(json: Data((texts["catalogue/catalogue.json"] ?? "").utf8)).program.name == "Bank")
        #expect(texts["versions/versions.json"]?.contains(FiresteelVersion.current) == true)
        let json = Data((texts["manifest.json"] ?? "").utf8)
        let manifest = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(manifest["format"] as? String == "1.1")
        #expect(manifest["build"] as? String == "2071")
        let sections = try #require(manifest["sections"] as? [[String: Any]])
        let files = sections.flatMap { $0["files"] as? [String] ?? [] }
        #expect(Set(files) == Set(texts.keys).subtracting(["index.html", "manifest.json"]))
        #expect(written.leftOut.isEmpty && written.dropped.isEmpty && written.failures.isEmpty)
        let size = try FileManager.default.attributesOfItem(atPath: written.url.path)[.size] as? Int
        #expect(written.bytes == size)
    }

    @Test("The page loads nothing, runs its own scripts only, and has the archive's contents")
    func page() async throws {
        let flags = try makeBankFlags()
        let test = try makeBank { $0.flags = flags }
        let hostile = "<script>alert(1)</script>\"'&<!--\u{2028}"
        await test.runtime.use { _ = await Bank.Account.enter.perform(Credentials(name: hostile, password: "x")) }
        let section = GivenSection(title: hostile) { _ in
            ReportContent([
                .paragraph(hostile), .facts([ReportFact(hostile, hostile)]), .text(hostile, hostile),
                .table(hostile, columns: [hostile], rows: [[hostile]]),
            ])
        }
        let written = try await DebugReport(test.runtime, adding: [section]).write(.html, to: folder.url)
        let page = try ReportPage(String(contentsOf: written.url, encoding: .utf8))
        for part in ["alert(1)</script>", " src=", "url(", "@import", "<link", "<img", "unsafe", "onload="] {
            #expect(!page.text.contains(part), "\(part) is in the page")
        }
        #expect(page.text.contains("default-src 'none'; script-src 'sha256-"))
        #expect(page.text.contains("color-scheme: light dark"))
        #expect(page.text.hasPrefix("<!doctype html>") && page.text.hasSuffix("</html>\n"))
        #expect(
            page.text.components(separatedBy: "<script").count == page.text.components(separatedBy: "</script>").count)
        #expect(
            page.sections.map(\.title) == [
                "Versions", "Faults", "Timeline", "Stacks", "Logs", "Flags", "Availability", "Purchases", "Permissions",
                hostile, "Catalogue",
            ])
        let given = try #require(page.sections.first { $0.title == hostile }).parts
        #expect(given[0]["paragraph"] as? String == hostile)
        #expect(given[1]["facts"] as? [[String: String]] == [["name": hostile, "value": hostile]])
        #expect(given[2]["text"] as? String == hostile && given[2]["title"] as? String == hostile)
        #expect(given[3]["rows"] as? [[String]] == [[hostile]] && given[3]["columns"] as? [String] == [hostile])
        let texts = page.sections.map { "\($0.parts)" }.joined()
        for content in [
            FiresteelVersion.current, "Off until the user switches it on", "Account (Bank/Account)",
            "# Bank 1.4 (2071): catalogue", "## Features", "plan is “premium”: true",
        ] {
            #expect(texts.contains(content), "\(content)")
        }
        let run = try #require(page.runs["timeline"])
        #expect(run.first?["kind"] as? String == "run" && run.last?["kind"] as? String == "ending")
        let inputs = run.compactMap { ($0["input"] as? [[String: Any]])?.first?["value"] as? String }
        #expect(inputs.contains(hostile))
    }

    @Test("Flint's fault: timeline JSON omits outcome and source")
    func timelineJSON() async throws {
        let test = try makeBank()
        await test.runtime.use { _ = await Bank.Account.fail.perform(Note(text: "No money"), options: .from(.url)) }
        let written = try await DebugReport(test.runtime).write(.zip, to: folder.url)
        let lines = try #require(try ZipReader.texts(written.url)["timeline/timeline.jsonl"]).split(separator: "\n")
        let events = try lines.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:] }
        let completion = try #require(events.first { $0["kind"] as? String == "completion" })
        #expect(completion["outcome"] as? String == "failure")
        #expect(completion["source"] as? String == "url")
    }

    @Test("A section that throws says so in its place, and the others are there")
    func failingSection() async throws {
        let test = try makeBank()
        let section = GivenSection { _ in throw BankError(description: "The ledger is closed") }
        let written = try await DebugReport(test.runtime, adding: [section]).write(.zip, to: folder.url)
        #expect(written.failures == ["given": "The ledger is closed"])
        let texts = try ZipReader.texts(written.url)
        #expect(texts["index.html"]?.contains("This section could not be collected: The ledger is closed") == true)
        #expect(texts["manifest.json"]?.contains("The ledger is closed") == true)
        #expect(texts["flags/flags.json"] != nil)
    }

    @Test("Only requested sections are included, and an unknown one is an error")
    func chosenSections() async throws {
        let test = try makeBank()
        let options = DebugReport.Options(sections: ["versions"])
        let written = try await DebugReport(test.runtime, options: options).write(.zip, to: folder.url)
        #expect(
            Set(try ZipReader.texts(written.url).keys) == ["index.html", "manifest.json", "versions/versions.json"])
        await #expect(throws: DebugReportError.unknownSection("moon")) {
            try await DebugReport(test.runtime, options: .init(sections: ["moon", "versions"])).write(
                .zip, to: folder.url)
        }
        for identifier in ["", "../up", "flags", "a b"] {
            let section = GivenSection(identifier: identifier) { _ in ReportContent() }
            await #expect(throws: DebugReportError.section(identifier)) {
                try await DebugReport(test.runtime, adding: [section]).write(.zip, to: folder.url)
            }
        }
    }

    @Test("Progress never falls and ends with 1", arguments: DebugReport.Format.allCases)
    func progress(format: DebugReport.Format) async throws {
        let test = try makeBank()
        let fractions = Mutex<[Double]>([])
        _ = try await DebugReport(test.runtime).write(format, to: folder.url) { step in
            fractions.withLock { $0.append(step.fraction) }
        }
        let seen = fractions.withLock { $0 }
        #expect(seen == seen.sorted())
        #expect(seen.count > 10)
        #expect(seen.last == 1)
    }

    @Test("A cancelled report leaves nothing behind", arguments: DebugReport.Format.allCases)
    func cancelled(format: DebugReport.Format) async throws {
        let test = try makeBank()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let section = GivenSection { _ in
            beginning.yield()
            // Ends when the task is cancelled, and only then.
            for await _ in AsyncStream<Void>.makeStream().stream {}
            try Task.checkCancellation()
            return ReportContent()
        }
        let report = DebugReport(test.runtime, adding: [section])
        let task = Task { [folder] in try await report.write(format, to: folder.url) }
        for await _ in begun { break }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try folder.names.isEmpty)
    }

    @Test("A folder that can't be created is reported")
    func noFolder() async throws {
        let test = try makeBank()
        try folder.make("file")
        await #expect(throws: DebugReportError.self) {
            try await DebugReport(test.runtime).write(.zip, to: folder.url.appending(path: "file/reports"))
        }
        #expect(try folder.names == ["file"])
    }

    @Test("The last crashed run is included on request")
    func crashedRun() async throws {
        let runs = try TemporaryFolder()
        let first = try makeBank { $0.storage = .folder(runs.url.path) }
        await first.runtime.use {
            await Bank.Account.refresh.perform(Note(text: "before the crash"))
            _ = await Bank.Account.enter.perform(Credentials(name: "Ada", password: "x"))
        }
        // A copy of a running run is one that wasn't ended.
        let path = try #require(try runs.names.first { $0.hasSuffix(".run") })
        let copy = "20200101T000000.000Z-1-abcd.run"
        try FileManager.default.copyItem(at: runs.url.appending(path: path), to: runs.url.appending(path: copy))
        let second = try makeBank {
            $0.storage = .folder(runs.url.path)
            $0.retention.age = .seconds(Int64.max)
        }
        first.runtime.end()
        let options = DebugReport.Options(includesCrashedRun: true)
        let written = try await DebugReport(second.runtime, options: options).write(.zip, to: folder.url)
        let texts = try ZipReader.texts(written.url)
        #expect(texts["crashed-run/timeline.txt"]?.contains("before the crash") == true)
        #expect(texts["timeline/timeline.txt"]?.contains("before the crash") == false)
        // What was a secret by its name in that run is one now.
        #expect(!texts.values.contains { $0.contains("metadata-planted") })
        #expect(texts["crashed-run/crashed-run.json"]?.contains("ended without a recorded cause") == true)
    }
}
