#if os(Linux) || os(macOS)
import Firesteel
import FiresteelBase
import FiresteelCatalogue
import FiresteelFlags
import Foundation
import TestSupport
import Testing

@Suite("firesteel plan and coverage")
struct CoverageTests {
    private let files: TemporaryFolder

    enum Desk: FeatureGroup {
        static let subfeatures = features(Lending.self, Closed.self)
    }

    enum Lending: Feature {
        static let lend = action(Lend.self)
        static let take = action(Take.self)
        static let actions = declare(lend, take)
    }

    enum Closed: ConditionalFeature {
        static let open = action(Take.self)
        static let actions = declare(open)
        static var constraints: Constraints { UserToggled(default: false) }
    }

    struct Missing: Error {}

    enum Lend: Action {
        static func perform(_ context: ActionContext<Bool>, presenter: NoPresenter) async throws -> ActionOutcome {
            if context.input { throw Missing() }
            return .success
        }
    }

    enum Take: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    init() throws { files = try TemporaryFolder() }

    private func folder(_ name: String) -> String { "\(files.path)/\(name)" }

    private func record(in name: String, _ body: () async throws -> Void) async throws {
        let runtime = try FeatureRuntime(Desk.self, RuntimeConfiguration(storage: .folder(folder(name))))
        try await runtime.use(body)
        runtime.end()
    }

    private func compared(_ arguments: String...) throws -> Firesteel {
        try Firesteel.run(["coverage", "--tests", folder("tests"), "--people", folder("people")] + arguments)
    }

    @Test("What most people do and no test does is first; what only tests do is last")
    func coverage() async throws {
        try await record(in: "tests") {
            await Lending.lend.perform(false)
            await Lending.lend.perform(false)
        }
        for _ in 1...2 {
            try await record(in: "people") {
                await Lending.lend.perform(false)
                await Lending.take.perform()
            }
        }
        try await record(in: "people") {
            await Lending.lend.perform(true)
            _ = Closed.open.request()
        }
        let shown = try compared()
        #expect(shown.status == 0 && shown.errors.isEmpty)
        let lines = shown.output.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        #expect(lines[0].hasPrefix("1 of 5 things that people do in 3 runs are done by a test, in 1 run."))
        let untested = lines.drop { $0 != "No test does this:" }.dropFirst().prefix { $0 != "Only tests do this:" }
        #expect(untested.prefix(2).allSatisfy { $0.hasPrefix("2 people") && $0.contains("Desk/Lending/#") })
        #expect(untested.contains { $0.hasPrefix("1 person") && $0.contains("#Lend fails with") })
        #expect(untested.contains { $0.contains("Desk/Closed is refused: ") })
        #expect(lines.last == "Desk/Lending/#Lend, then Desk/Lending/#Lend")
        #expect(try compared("--exit-code").status == 1)
        let json = try JSONValue(json: Array(try compared("--json", "--limit", "1").output.utf8))
        #expect(json.objectValue?["counts"] == ["tested": 1, "untested": 4, "only-tested": 1])
        guard case .array(let list)? = json.objectValue?["untested"] else {
            Issue.record("\(json)")
            return
        }
        #expect(list.count == 1)
    }

    @Test("A damaged run is named, and a missing or empty folder is an error")
    func damaged() async throws {
        try await record(in: "tests") { await Lending.take.perform() }
        try await record(in: "people") { await Lending.take.perform() }
        let run = try #require(try FileManager.default.contentsOfDirectory(atPath: folder("people")).first)
        try Data(repeating: 7, count: 4_096).write(to: URL(fileURLWithPath: "\(folder("people"))/\(run)"))
        #expect(try compared().output.contains("Can't read "))
        let missing = try Firesteel.run("coverage", "--tests", folder("none"), "--people", folder("people"))
        #expect(missing.status == 66 && missing.errors.contains("--tests"))
        #expect(try Firesteel.run("coverage").status == 64)
        #expect(try Firesteel.run("coverage", "--version") == Firesteel.run("--version"))
        try FileManager.default.createDirectory(atPath: folder("empty"), withIntermediateDirectories: true)
        for (tests, people, option) in [("empty", "people", "--tests"), ("tests", "empty", "--people")] {
            let empty = try Firesteel.run("coverage", "--tests", folder(tests), "--people", folder(people))
            #expect(empty.status == 66 && empty.errors.contains("no run in “\(folder("empty"))”"))
            #expect(empty.errors.contains(option))
        }
    }

    @Test("Nothing is sent without a run that ended, a version, a token and an address that keeps it secret")
    func unsent() async throws {
        try await record(in: "tests") { await Lending.take.perform() }
        try FileManager.default.createDirectory(atPath: folder("none"), withIntermediateDirectories: true)
        let server = ["--send", "http://127.0.0.1:1"]
        func send(_ name: String, _ arguments: [String], token: String = "fs_server_x") throws -> Firesteel {
            try Firesteel.run(
                ["coverage", "--tests", folder(name)] + arguments, environment: ["FIRESTEEL_TOKEN": token])
        }
        for (arguments, word) in [
            (["--send", "http://flags.example.com"], "https"), (["--send", "flags"], "address"),
            (server + ["--people", folder("tests")], "either"), (server + ["--exit-code"], "--people"),
            (["--people", folder("tests"), "--replace"], "--send"), (server, "--tested-version"),
            (server + ["--tested-version", ".."], "version"),
        ] {
            let refused = try send("tests", arguments)
            #expect(refused.status == 64 && refused.errors.contains(word), "\(arguments): \(refused.errors)")
        }
        #expect(try send("tests", server + ["--tested-version", "1"], token: "").status == 64)
        #expect(try send("none", server + ["--tested-version", "1"]).status == 66)
        let unreachable = try send("tests", server + ["--tested-version", "1"])
        #expect(unreachable.status == 69 && unreachable.errors.contains("Can't send to http://127.0.0.1:1"))
    }

    @Test("A plan is written in three formats, and only for what changed")
    func plan() async throws {
        let catalogue = try FeatureRuntime(Desk.self).catalogue
        let file = try files.write(String(decoding: catalogue.json(), as: UTF8.self), to: "new.json").path
        let plan = TestPlan(catalogue)
        #expect(try Firesteel.run("plan", file) == Firesteel(status: 0, output: plan.markdown, errors: ""))
        #expect(try Firesteel.run("plan", file, "--format", "gherkin").output == plan.gherkin)
        #expect(try Firesteel.run("plan", file, "--json").output == String(decoding: plan.json(), as: UTF8.self))
        #expect(try Firesteel.run("plan", file, "--since", file).output.contains("There is nothing to test."))
        #expect(try Firesteel.run("plan", folder("none")).status == 66)
    }
}
#endif
