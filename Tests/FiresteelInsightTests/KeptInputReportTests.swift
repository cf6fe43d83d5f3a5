import Firesteel
import FiresteelBase
import FiresteelInsight
import FiresteelReports
import FiresteelTesting
import FiresteelTimeline
import FiresteelWeb
import Foundation
import TestSupport
import Testing

@Suite("Retained inputs in reports")
struct KeptInputReportTests {
    @Test("None of 100 planted secrets in hidden values is retained, reported or exported")
    func secrets() async throws {
        let files = try TemporaryFolder()
        let test = try TestRuntime(Bank.self) { $0.storage = .folder(files.path + "/runs") }
        let timeline = try #require(test.runtime.timeline)
        let folder = InsightFolder(path: files.path + "/insight")
        try folder.giveConsent(timeline)
        let secrets = (0..<100).map { "planted-\($0)-" + String(UInt64.random(in: .min ... .max), radix: 36) }
        await test.runtime.use {
            for (index, secret) in secrets.enumerated() {
                let filler = String(repeating: "filler ", count: index)
                await Bank.Accounts.enter.perform(Entry(name: "Ada \(filler)", pin: secret, further: [secret: secret]))
                test.clock.advance(by: .seconds(1))
            }
        }
        var recorder = InsightRecorder(timeline, InsightStore(folder, InsightOptions(folder: folder)))
        let report = try recorder.addRequest()
        #expect(!report.steps.contains { !$0.isReplayable })
        var texts = [String(decoding: report.json, as: UTF8.self)]
        texts.append(TimelineTextExport().document(of: timeline.run))
        texts.append(TimelineJSONLinesExport().document(of: timeline.run))
        texts.append(try TimelineHTMLExport().document(of: timeline.run))
        let page = try await DebugReport(test.runtime).write(.html, to: files.url).url
        texts.append(try String(contentsOf: page, encoding: .utf8))
        let names = try FileManager.default.subpathsOfDirectory(atPath: files.path)
        for name in names {
            texts.append(String(decoding: (try? files.bytes(of: name)) ?? [], as: UTF8.self))
        }
        for text in texts { #expect(!text.contains("planted-")) }
        #expect(texts[0].contains("Ada") && texts.prefix(5).allSatisfy { $0.contains("Enter") })
    }

    @Test("A report has the retained inputs, with placeholders for what its secret words and secrets hide")
    func redaction() async throws {
        let files = try TemporaryFolder()
        let test = try TestRuntime(Bank.self)
        let timeline = try #require(test.runtime.timeline)
        let folder = InsightFolder(path: files.path)
        try folder.giveConsent(timeline)
        await test.runtime.use {
            _ = await Bank.Accounts.sign.perform(
                SignIn(
                    name: "Ada", password: "p4ss", number: 7, note: "the key is known-secret!",
                    known: ["known-secret": 1]))
        }
        // The input of another person is not in the report.
        let other = test.runtime.session("Window", principal: Principal("ben"))
        let input = SignIn(name: "Ben", password: "", number: 8, note: "", known: [:])
        _ = await Bank.Accounts.sign.perform(input, options: .in(other))
        let options = InsightOptions(folder: folder, secrets: ["known-secret"])
        var recorder = InsightRecorder(timeline, InsightStore(folder, options))
        let report = try InsightReport(json: recorder.addRequest().json)
        let kept = try #require(report.timeline.objects.first { $0.objectValue?["kind"] == "input-kept" })
        #expect(kept.objectValue?["replay"] == "replayable")
        #expect(!String(decoding: report.json, as: UTF8.self).contains("Ben"))
        let json = try #require(kept.objectValue?["json"]?.stringValue)
        #expect(
            json == """
                {"apiKey":{"$hidden":true},"code":{"$hidden":"Int?"},"known":{"$hidden":true},"name":"Ada",\
                "note":{"$hidden":true},"number":7,"password":{"$hidden":true},"token":{"$hidden":"String"}}
                """)
    }
}

private enum Bank: FeatureGroup {
    static let subfeatures = features(Accounts.self)

    enum Accounts: Feature {
        static let enter = action(Enter.self)
        static let sign = action(Sign.self)
        static let actions = declare(enter, sign)
    }

    enum Enter: Action {
        static func perform(_ context: ActionContext<Entry>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum Sign: Action {
        static func perform(_ context: ActionContext<SignIn>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }
}

private struct Entry: ReplayableInput {
    static let hiddenKeys = ["pin", "further"]
    let name: String
    let pin: String
    let further: [String: String]
}

private struct SignIn: ReplayableInput {
    static let hiddenKeys = ["token", "apiKey", "code"]
    let name: String
    var token = "planted"
    var apiKey: [String: String] = ["key": "planted"]
    var code: Int?
    let password: String
    let number: Int
    let note: String
    let known: [String: Int]
}
