import Firesteel
import FiresteelFlags
import FiresteelReports
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Privacy of reports", .enabled(if: ZipReader.isThere, "unzip and python3 read what was written"))
struct ReportPrivacyTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Every text of the archive and of the page, by name.
    private func texts(of report: DebugReport) async throws -> [String: String] {
        var texts = try ZipReader.texts(try await report.write(.zip, to: folder.url).url)
        let page = try await report.write(.html, to: folder.url).url
        texts["page"] = try String(contentsOf: page, encoding: .utf8)
        return texts
    }

    @Test("No secret is in any file of the archive or in the page, wherever it was planted")
    func planted() async throws {
        let test = try makeBank()
        try test.runtime.flags.setOverride("token-override-\"planted\"", for: "bank.serviceToken")
        test.runtime.flags.setContext(
            EvaluationContext(targetingKey: "person-planted", attributes: ["secret-plan": "attribute-planted"]))
        await test.runtime.use {
            await Bank.Account.enter.perform(Credentials(name: "Ada", password: "input-planted"))
            await Bank.Account.fail.perform(
                Note(text: "metadata-planted / token-override-\"planted\" environment-planted given-planted"))
            _ = test.runtime.flags.resolve(key: "bank.serviceToken")
        }
        let section = GivenSection { request in
            #expect(request.hides("X-API_Key") && !request.hides("Name"))
            return ReportContent(
                [.facts([ReportFact("Password", "fact-secret"), ReportFact("Said", "person-planted")])],
                files: [ReportFile("extra.txt", "given-planted")])
        }
        let report = DebugReport(
            test.runtime, options: .init(secrets: ["given-planted"]), adding: [section],
            environment: ["BANK_API_KEY": "environment-planted", "BANK_HOME": "home-of-the-bank"])
        let texts = try await texts(of: report)
        for (name, text) in texts {
            #expect(!text.contains("planted"), "\(name) has a secret")
            #expect(!text.contains("fact-secret"), "\(name) has a secret")
            #expect(!text.contains("home-of-the-bank"), "\(name) has an environment variable")
            if name.hasSuffix(".json") { _ = try JSONSerialization.jsonObject(with: Data(text.utf8)) }
            if name.hasSuffix(".jsonl") {
                for line in text.split(separator: "\n") { _ = try JSONSerialization.jsonObject(with: Data(line.utf8)) }
            }
        }
        #expect(texts["logs/log.txt"]?.contains("Signed in Ada with hidden") == true)
        #expect(texts["flags/flags.json"]?.contains("bank.serviceToken") == true)
    }

    @Test("Flint's fault: redacted inputs appeared in clear")
    func redactedInputs() async throws {
        let test = try makeBank()
        // Without words and values to look for, only what the timeline itself leaves out is left out.
        await test.runtime.use {
            _ = await Bank.Account.enter.perform(Credentials(name: "Ada", password: "redacted-password"))
        }
        let texts = try await texts(of: DebugReport(test.runtime, options: .init(secretWords: [])))
        for (name, text) in texts { #expect(!text.contains("redacted-password"), "\(name) has it") }
        #expect(texts["timeline/timeline.jsonl"]?.contains(#"{"label":"Password","hidden":true}"#) == true)
        #expect(texts["timeline/timeline.jsonl"]?.contains("Ada") == true)
    }

    @Test("On request, only data of user-initiated actions is included")
    func userInitiated() async throws {
        let test = try makeBank()
        await test.runtime.use {
            await Bank.Account.enter.perform(Credentials(name: "Started", password: "x"), options: .userInitiated(true))
            await Bank.Account.refresh.perform(Note(text: "ticking"), options: .userInitiated(false))
            await Bank.Account.enter.perform(Credentials(name: "Silent", password: "x"), options: .userInitiated(false))
        }
        let texts = try await texts(of: DebugReport(test.runtime, options: .init(userInitiatedOnly: true)))
        for name in [
            "timeline/timeline.jsonl", "timeline/timeline.txt", "logs/log.jsonl", "index.html", "page",
        ] {
            let text = try #require(texts[name])
            #expect(text.contains("below Started"), "\(name) has nothing below")
            #expect(!text.contains("ticking") && !text.contains("Silent"), "\(name) has too much")
        }
        let stacks = try #require(texts["stacks/stacks.json"])
        #expect(stacks.components(separatedBy: "(Enter)").count == 2)
        #expect(stacks.components(separatedBy: "(Refresh)").count == 2)
        // The program and its state are included nevertheless.
        #expect(texts["flags/flags.json"]?.contains("bank.greeting") == true)
        let whole = try await self.texts(of: DebugReport(test.runtime))
        #expect(whole["timeline/timeline.txt"]?.contains("ticking") == true)
    }

    @Test("Short secrets and numbers are hidden in place, and change nothing else")
    func shortSecrets() async throws {
        let test = try makeBank()
        try test.runtime.flags.setOverride("true", for: "bank.serviceToken")
        let section = GivenSection { _ in
            ReportContent([.facts([ReportFact("Password", "1234"), ReportFact("Said", "1234 true")])])
        }
        let texts = try await texts(of: DebugReport(test.runtime, adding: [section]))
        let given = try #require(texts["given/given.json"])
        #expect(given.contains("1234 true"))
        #expect(given.contains("hidden"))
        #expect(texts["flags/flags.json"]?.contains("\"\\\"true\\\"\"") == false)
    }

    @Test("Only the owner may read a report")
    func permissions() async throws {
        let test = try makeBank()
        for format in DebugReport.Format.allCases {
            let url = try await DebugReport(test.runtime).write(format, to: folder.url).url
            let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
            #expect(attributes[.posixPermissions] as? Int == 0o600)
        }
    }
}
