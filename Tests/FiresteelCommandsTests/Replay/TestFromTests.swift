#if os(Linux) || os(macOS)
import CompilerTesting
import Firesteel
import FiresteelBase
import FiresteelCatalogue
import FiresteelInsight
import FiresteelReplay
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("firesteel test-from")
struct TestFromTests {
    private let files: TemporaryFolder
    private let catalogue: String

    init() throws {
        files = try TemporaryFolder()
        let declared = try FeatureRuntime(BakeryFeatures.self).catalogue
        catalogue = try files.write(String(decoding: declared.json(), as: UTF8.self), to: "catalogue.json").path
    }

    /// Records a run of a bakery with the planted fault, and returns the file of the report and of the run.
    private func record(_ body: () async throws -> Void) async throws -> (report: String, run: String) {
        let test = try TestRuntime(BakeryFeatures.self, flags: ["Bakery/Discounts": true]) {
            $0.storage = .folder(files.path + "/runs")
        }
        try await Order.current.withValue(Order()) { try await test.runtime.use(body) }
        let timeline = try #require(test.runtime.timeline)
        let folder = InsightFolder(path: files.path + "/insight")
        try folder.giveConsent(timeline)
        let failed = try #require(test.performs.last { $0.outcome?.isFailure == true })
        let assembler = ReportAssembler(
            timeline.run, crash: nil, since: 0, pseudonyms: KeyedPseudonyms(key: Array("key".utf8)),
            redaction: Redaction(words: [], values: []))
        let report = assembler.failureReport(failed, number: 1)
        test.runtime.end()
        return (
            try files.write(String(decoding: report.json, as: UTF8.self), to: "report.json").path,
            files.path + "/runs/" + timeline.runIdentifier + ".run"
        )
    }

    /// The planted fault, after steps of another session and of another action.
    func planted() async throws -> (report: String, run: String) {
        try await record {
            await Ordering.start.perform()
            await Ordering.add.perform(Item(name: "Rye \"No. 1\"", price: 7))
            try await #require(Discounts.apply.request()).perform(Discount(percent: 100))
            await Ordering.pay.perform(Payment(method: "cash"))
        }
    }

    @Test("The test of a report and of its run is the one that is compiled here")
    func generated() async throws {
        let (report, run) = try await planted()
        let written = try Firesteel.run("test-from", report, "--catalogue", catalogue)
        #expect(written.status == 0 && written.errors.isEmpty)
        try GeneratedFile("PayOrderSucceeds").check(written.output)
        #expect(try Firesteel.run("test-from", run, "--catalogue", catalogue).output == written.output)
        let response = try files.write(
            "{\"report\": \(try String(contentsOfFile: report, encoding: .utf8))}", to: "response.json")
        #expect(try Firesteel.run("test-from", response.path, "--catalogue", catalogue).output == written.output)
        let marked = try files.write([0xEF, 0xBB, 0xBF] + files.bytes(of: "report.json"), to: "marked.json")
        #expect(try Firesteel.run("test-from", marked.path, "--catalogue", catalogue).output == written.output)
        // Threads number their events independently.
        let numbered = try String(contentsOfFile: report, encoding: .utf8).replacing(#/"sequence":(\d+)/#) { match in
            "\"sequence\":\(1_000_000 - (Int(match.output.1) ?? 0))"
        }
        let other = try files.write(numbered, to: "numbered.json")
        #expect(try Firesteel.run("test-from", other.path, "--catalogue", catalogue).output == written.output)
    }

    @Test("The order of steps is that of their times, whatever the order in a report", arguments: 0..<10)
    func shuffled(_ number: Int) async throws {
        let (file, _) = try await planted()
        var report = try InsightReport(json: files.bytes(of: "report.json"))
        let timed = report.timeline.objects.enumerated().map { index, object -> JSONValue in
            guard case .object(var members) = object, let time = members["at"]?.intValue else { return object }
            members["at"] = .int(time + index)
            return .object(members)
        }
        var random = SplitMix64(seed: UInt64(number))
        report.timeline = .init(objects: timed.shuffled(using: &random), dropped: 0)
        let other = try files.write(report.json, to: "shuffled.json").path
        let outputs = try [file, other].map { try Firesteel.run("test-from", $0, "--catalogue", catalogue).output }
        #expect(outputs[0] == outputs[1])
        let replayer = try RunReplayer(report: Data(report.json))
        let replay = try await Order.current.withValue(Order()) { try await replayer.replay(BakeryFeatures.self) }
        #expect(replay.failedAsRecorded && replay.difference == nil && replay.steps.count == 4)
    }

    @Test("The test of a session among a hundred has the steps and flags of that session alone")
    func server() async throws {
        let (report, run) = try await record {
            let runtime = try #require(FeatureRuntime.current)
            try await withThrowingTaskGroup { group in
                for number in 0..<100 {
                    group.addTask {
                        try await Order.current.withValue(Order()) {
                            let session = runtime.session("Customer \(number)")
                            let name = number == 42 ? "Rye \"No. 1\"" : "Other"
                            try await session.use {
                                await Ordering.start.perform()
                                await Ordering.add.perform(Item(name: name, price: 7))
                                guard number == 42 else { return }
                                try await #require(Discounts.apply.request()).perform(Discount(percent: 100))
                                await Ordering.pay.perform(Payment(method: "cash"))
                            }
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        let written = try Firesteel.run("test-from", report, "--catalogue", catalogue)
        try GeneratedFile("PayOrderSucceeds").check(written.output)
        let replayer = try RunReplayer(try Run(path: run))
        let replay = try await Order.current.withValue(Order()) { try await replayer.replay(BakeryFeatures.self) }
        #expect(replay.failedAsRecorded && replay.steps.count == 4)
        try GeneratedFile("PayOrderSucceeds").check(replay.test)
    }

    @Test("The test of performs that overlapped lets them overlap")
    func overlapping() async throws {
        let test = try TestRuntime(TransferFeatures.self)
        defer { test.runtime.end() }
        try await Disk.current.withValue(Disk()) {
            try await test.runtime.use {
                let upload = await test.begin { await Transfers.upload.perform(File(name: "Plan.md")) }
                await Transfers.discard.perform()
                let uploaded = try await upload.value
                #expect(uploaded.isSuccess)
            }
        }
        let replayer = try RunReplayer(try #require(test.runtime.timeline?.run))
        let replay = try await Disk.current.withValue(Disk()) { try await replayer.replay(TransferFeatures.self) }
        #expect(replay.failedAsRecorded && replay.difference == nil)
        try GeneratedFile("DiscardUploadSucceeds").check(replay.test)
    }

    @Test("The test of a hidden input doesn't compile until the value is filled in")
    func filledIn() async throws {
        let (report, _) = try await record {
            await Ordering.start.perform()
            await Ordering.refund.perform(Refund(reason: "stale", card: "planted-card"))
        }
        let written = try Firesteel.run("test-from", report, "--catalogue", catalogue).output
        #expect(!written.contains("planted"))
        let file = try files.write(written, to: "Written.swift").path
        let compiled = try await Command.run("swiftc", ["-parse", file])
        #expect(!compiled.succeeded && compiled.output.contains("editor placeholder in source file"))
        try GeneratedFile("RefundOrderSucceeds").check(written, filling: ["<#card: String#>": "\"1234\""])
    }

    @Test("A perform that is chosen from a run has what its session did and was exposed to until then")
    func chosen() async throws {
        let (_, file) = try await record {
            await Ordering.start.perform()
            await Ordering.add.perform(Item(name: "Rye", price: 7))
            try await #require(Discounts.apply.request()).perform(Discount(percent: 100))
            await Ordering.pay.perform(Payment(method: "cash"))
            await Ordering.add.perform(Item(name: "Later", price: 7))
            await Ordering.refund.perform(Refund(reason: "late", card: "none"))
        }
        let run = try Run(path: file)
        let failed = try #require(run.performs(TimelineQuery()).last { $0.outcome?.isFailure == true })
        let story = try #require(ReplayStory(run, failed))
        let catalogue = try Catalogue(json: Data(contentsOf: URL(fileURLWithPath: catalogue)))
        let source = ReplayTest(story, catalogue: catalogue).source
        #expect(source.contains("withTestRuntime(BakeryFeatures.self, flags: [\"Bakery/Discounts\": true]) { _ in"))
        #expect(source.contains("Rye") && source.contains("PayOrder") && !source.contains("Later"))
        // The words of the program hide more.
        let own = try #require(ReplayStory(run, failed, secretWords: ["method"]))
        #expect(ReplayTest(own, catalogue: catalogue).source.contains("[\"method\": <#method: JSONValue#>]"))
        let added = try #require(run.performs(TimelineQuery()).last { $0.outcome?.isFailure == false })
        #expect(ReplayStory(run, added) == nil)
    }

    @Test(
        "Each test fails for the reason of the report, ten of ten times; it passes where the fault is fixed",
        arguments: ["payOrder", "refundOrder", "discardUpload"])
    func fails(_ name: String) async throws {
        for _ in 0..<10 {
            try await withKnownIssue {
                switch name {
                case "payOrder": try await Order.current.withValue(Order()) { try await payOrderSucceeds() }
                case "refundOrder": try await Order.current.withValue(Order()) { try await refundOrderSucceeds() }
                default: try await Disk.current.withValue(Disk()) { try await discardUploadSucceeds() }
                }
            } matching: { issue in
                "\(issue)".contains(name == "discardUpload" ? "inUse" : "nothingToPay")
            }
        }
    }

    @Test("A hidden value, an input that wasn't retained and a presenter are placeholders")
    func placeholders() async throws {
        struct Silent: TotalPresenter { func show(_ total: Int) {} }
        let (report, _) = try await record {
            await Ordering.guess.perform(3, presenter: Silent())
            await Ordering.add.perform(Item(name: String(repeating: "x", count: 2_000), price: 1))
            await Ordering.start.perform()
            await Ordering.refund.perform(Refund(reason: "stale", card: "planted-card"))
        }
        let written = try Firesteel.run("test-from", report, "--catalogue", catalogue).output
        #expect(!written.contains("planted") && !written.contains("xxx"))
        #expect(written.contains("// Left out: Guess Total, whose input wasn't retained."))
        #expect(written.contains("perform(<#the input of Add Item#>)"))
        #expect(written.contains(#".init(replaying: ["card": <#card: String#>, "reason": "stale"])"#))
        let unknown = try Firesteel.run("test-from", report).output
        #expect(unknown.contains("withTestRuntime(<#the group of features Bakery#>.self"))
        #expect(unknown.contains("Ordering.action(RefundOrder.self)"))
    }

    @Test("None of 100 planted secrets in hidden values is in a test, nor a value that is given for one")
    func secrets() async throws {
        let secrets = (0..<100).map { "planted-\($0)" }
        let (report, run) = try await record {
            for secret in secrets {
                await Ordering.refund.perform(Refund(reason: "stale", card: secret))
            }
        }
        let replayer = try RunReplayer(try Run(path: run))
        let replay = try await Order.current.withValue(Order()) {
            try await replayer.replay(BakeryFeatures.self, hidden: ["card": "planted-given"])
        }
        #expect(replay.failedAsRecorded && replay.steps.count == 100)
        // The program knows the type.
        #expect(replay.test.contains("[\"card\": <#card: String#>, \"reason\": \"stale\"]"))
        var texts = [replay.test, replay.text]
        for source in [report, run] {
            texts.append(try Firesteel.run("test-from", source, "--catalogue", catalogue).output)
        }
        for text in texts { #expect(!text.contains("planted") && text.contains("Refund Order")) }
    }

    @Test("A file is replaced only with --force")
    func existing() async throws {
        let (report, _) = try await planted()
        let file = try files.write("mine", to: "Mine.swift").path
        let refused = try Firesteel.run("test-from", report, "--output", file)
        #expect(refused.status == 73 && refused.errors.contains("--force"))
        #expect(try files.read("Mine.swift") == "mine")
        #expect(try Firesteel.run("test-from", report, "--output", file, "--force").status == 0)
        #expect(try files.read("Mine.swift").contains("func payOrderSucceeds()"))
    }

    @Test("Text of a hostile report is never code")
    func hostile() async throws {
        let hostile = [
            "evil", "\");evil()//", "\\(evil())", "*/ evil() /*", "\nevil()\n", "\u{2028}evil()", "#>evil()<#",
            "a.evil", "`evil`", "\"\"\"\nevil()", "\u{85}evil()\r", "evil\\",
        ]
        for text in hostile {
            let json = JSONValue.object([
                text: [.string(text), [text: ["$hidden": true]], [text: ["$hidden": .string(text)]]]
            ]).json()
            let name: JSONValue = .string(text)
            let objects: [JSONValue] = [
                ["kind": "run", "run": name, "program": name, "version": name, "end": "died"],
                [
                    "kind": "begin", "at": 1, "perform": 1, "session": 1, "feature": name, "action": name,
                    "action-name": name,
                ],
                ["kind": "input-kept", "perform": 1, "replay": name, "json": .string(json)],
                ["kind": "completion", "at": 2, "perform": 1, "outcome": name],
                ["kind": "begin", "at": 3, "perform": 2, "session": 1, "feature": name, "action": name],
                [
                    "kind": "flag", "flag": name,
                    "values": [["value": .string(name.json()), "provider": "p", "sessions": [1]]],
                ],
            ]
            var report = InsightReport(
                run: text, number: 1, time: 5, kind: .crash, program: .init(name: text, version: text), system: text,
                end: .init(.signal, signal: text))
            report.action = .init(feature: text, action: text)
            report.state = .inFlight
            report.fatal = .init(message: text)
            report.timeline = .init(objects: objects, dropped: 0)
            let file = try files.write(String(decoding: report.json, as: UTF8.self), to: "hostile.json").path
            let written = try Firesteel.run("test-from", file)
            #expect(written.status == 0)
            // Only names that are one identifier remain outside of comments, literals and placeholders.
            let code = written.output.replacing(#/"(?:\\.|[^"\\\n\r])*"/#, with: "T").replacing(
                #///[^\n\r]*/#, with: ""
            )
            .replacing(/<#[^\n\r]*?#>/, with: "P")
            let allowed = text == "evil" ? ["evil.action(evil.self)"] : []
            let rest = allowed.reduce(code) { $0.replacing($1, with: "") }
            #expect(!rest.replacing("func evilSucceeds()", with: "").contains("evil"), "\(written.output)")
        }
    }

    @Test("Damaged and unsuitable reports are errors, and nothing is written")
    func damaged() async throws {
        let (report, _) = try await planted()
        let whole = try String(contentsOfFile: report, encoding: .utf8)
        let requested = InsightReport(
            run: "r", number: 1, time: 5, kind: .request, program: .init(name: "App", version: "1"), system: "")
        let output = files.path + "/Out.swift"
        for text in [
            String(whole.dropLast(40)), "{}", "{\"report\": {}}", String(repeating: "{\"a\":", count: 5_000),
            whole.replacing("\"format\":1", with: "\"format\":9"), String(decoding: requested.json, as: UTF8.self),
            "<!doctype html>", "PK\u{3}\u{4}",
        ] {
            let file = try files.write(text, to: "damaged.json").path
            let refused = try Firesteel.run("test-from", file, "--output", output)
            #expect(refused.status == 65 && refused.errors.hasPrefix("firesteel: "))
            #expect(text.contains("{") || refused.errors.contains("reads a run or the JSON of a report"))
            #expect(!FileManager.default.fileExists(atPath: output))
        }
        #expect(try Firesteel.run("test-from", files.path + "/none.json").status == 66)
        let pipe = files.file("pipe").path
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(try Firesteel.run("test-from", pipe).status == 65)
    }
}
#endif
