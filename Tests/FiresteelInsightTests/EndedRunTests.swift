#if os(Linux)
import FiresteelBase
import FiresteelInsight
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@Suite("Reports of runs that ended")
struct EndedRunTests {
    /// A run of a program that ended, and what the next start stores.
    private struct Ended {
        let folder: TemporaryFolder
        let insight: InsightFolder
        let run: String

        init(_ mode: String) throws {
            folder = try TemporaryFolder()
            let child = try ChildProcess.run("InsightCrashChild", [mode, folder.path])
            run = try #require(child.lines.first { $0.hasPrefix("R ") }.map { String($0.dropFirst(2)) })
            insight = InsightFolder(of: RunFolder(path: folder.path))
            #expect(insight.messages().isEmpty)
            try start()
        }

        func start() throws {
            var options = InsightOptions(device: "other")
            options.environment = ["SERVICE_PASSWORD": "as asked"]
            try InsightStore(insight, options).addEndedRuns(of: RunFolder(path: folder.path), except: "")
        }

        func reports() throws -> [InsightReport] {
            try insight.messages().filter(\.kind.isReport).map {
                try InsightReport(json: Array(#require(insight.data(of: $0))))
            }
        }

        func segments() throws -> [RunSegment] {
            try insight.messages().filter { !$0.kind.isReport }.map {
                try RunSegment(json: Array(#require(insight.data(of: $0))))
            }
        }
    }

    private let end = RunSegment.ActionPath(feature: "CrashApp/Work", action: "End")
    private let fail = RunSegment.ActionPath(feature: "CrashApp/Work", action: "Fail")

    @Test(
        "An abnormal end is reported with what was in flight, and counted once",
        arguments: [
            ("segmentation", InsightReport.Kind.crash, RunSegment.End(.signal, signal: "SIGSEGV")),
            ("fatal", .crash, RunSegment.End(.signal, signal: "SIGTRAP")),
            ("kill", .killed, RunSegment.End(.killed)),
        ])
    func abnormal(mode: String, kind: InsightReport.Kind, end expected: RunSegment.End) throws {
        let ended = try Ended(mode)
        #expect(ended.insight.messages().map(\.kind) == [.crash, .end, .failure])
        let crash = try #require(try ended.reports().first)
        #expect(crash.kind == kind && crash.run == ended.run && crash.number == 1)
        let signal = crash.end?.signal ?? ""
        #expect(crash.end == expected || (mode == "fatal" && ["SIGILL", "SIGTRAP", "SIGABRT"].contains(signal)))
        #expect(crash.action == self.end && crash.state == .inFlight)
        #expect(crash.names == InsightReport.Names(feature: "Daily Work", action: "End the Program"))
        #expect(crash.steps.map(\.action) == [fail, self.end] && crash.steps.map(\.outcome) == [.failure, .inFlight])
        #expect(crash.program == .init(name: "Crasher", version: "2.1", build: "7"))
        #expect(crash.device == "other" && crash.catalogue.isEmpty)
        #expect(crash.flags.map(\.key) == ["layout", "service-token"])
        #expect(crash.flags.map(\.value) == ["\"grid-layout\"", Redaction.mark])
        #expect(crash.timeline.lines.contains { $0.contains("\"kind\":\"in-flight\"") })
        #expect(crash.person?.utf8.count == 32)
        if mode == "fatal" {
            #expect(crash.fatal?.message == "Fatal error: hidden" && crash.fatal?.file == "InsightCrashChild.swift")
        }
        let segment = try #require(try ended.segments().first)
        #expect(segment.end?.kind == expected.kind && segment.device == "other" && segment.number == 1)
        let person = try #require(segment.people.first { $0.session != 0 })
        #expect(person.pseudonym == crash.person)
        #expect(person.actions.map(\.path) == [self.end, fail] && person.actions[0].interruptions == 1)
        // Each start finds the run closed.
        let messages = ended.insight.messages()
        try ended.start()
        #expect(ended.insight.messages() == messages)
        for message in messages { try ended.insight.remove(message, nil) }
        try ended.start()
        #expect(ended.insight.messages().isEmpty && ended.insight.status.sent == 3)
    }

    @Test("A failure that the program marks is reported with its type and case, even if the program crashed afterwards")
    func failure() throws {
        let ended = try Ended("segmentation")
        let report = try #require(try ended.reports().first { $0.kind == .failure })
        #expect(report.failure?.type == "StorageError" && report.failure?.enumCase == "noRoom")
        #expect(report.failure?.message == "There is no room; the token was hidden.")
        #expect(report.action == fail && report.state == .failed && report.end == nil && report.number == 2)
    }

    @Test(
        "The message of a fatal error has no folder and no quoted value",
        arguments: [
            ("App/Store.swift:118: Fatal error: No room", "Fatal error: No room", "Store.swift", 118),
            ("Fatal error: No room", "Fatal error: No room", nil, nil),
            (
                "/build/A.swift:3: Fatal error: 'try!' expression unexpectedly raised an error: App.E.lost(\"x@y.z\")",
                "Fatal error: 'try!' expression unexpectedly raised an error: App.E.lost", "A.swift", 3
            ),
            (
                "Swift/Dictionary.swift:9: Fatal error: Duplicate values for key: 'jane'",
                "Fatal error: Duplicate values for key: hidden", "Dictionary.swift", 9
            ),
        ] as [(String, String, String?, Int?)])
    func fatalMessage(recorded: String, message: String, file: String?, line: Int?) {
        #expect(
            InsightReport.Fatal(recorded: recorded) == InsightReport.Fatal(message: message, file: file, line: line))
    }

    @Test("An orderly run has a segment with its end, and no report of a crash")
    func orderly() throws {
        let ended = try Ended("orderly")
        #expect(ended.insight.messages().map(\.kind) == [.failure, .segment])
        #expect(try ended.segments().map(\.end) == [.init(.orderly)])
    }

    @Test("No secret, payload, principal or name of a session is in any stored byte")
    func secrets() throws {
        for mode in ["segmentation", "kill"] {
            let ended = try Ended(mode)
            let stored = ended.insight.messages().compactMap { ended.insight.data(of: $0) }
            #expect(stored.count == 3)
            for bytes in stored {
                let text = String(decoding: bytes, as: UTF8.self)
                for secret in [
                    "INPUT-SECRET", "FLAG-SECRET", "LOG-SECRET", "PAYLOAD-SECRET", "jane@example.com", "Window of Jane",
                    "/data/jane", NSHomeDirectory() + "/",
                ] {
                    #expect(!text.contains(secret), "\(secret) is in \(text)")
                }
            }
            // What isn't secret is there, as the input's type describes it.
            let report = String(decoding: try #require(stored.first), as: UTF8.self)
            #expect(
                report.contains("\"label\":\"Name\",\"value\":\"Jane\"") && report.contains("About to fail with hidden")
            )
        }
    }

    @Test("Nothing of a run before the consent is stored")
    func beforeConsent() throws {
        let folder = try TemporaryFolder()
        _ = try ChildProcess.run("InsightCrashChild", ["segmentation", folder.path])
        let insight = InsightFolder(of: RunFolder(path: folder.path))
        try insight.withdrawConsent()
        #expect(!insight.hasConsent)
        let store = InsightStore(insight, InsightOptions())
        #expect(throws: InsightQueueError.noConsent) {
            try store.addEndedRuns(of: RunFolder(path: folder.path), except: "")
        }
        let timeline = Timeline(.init(program: .init(name: "Crasher"), storage: .folder(folder.path)))
        try insight.giveConsent(timeline)
        try store.addEndedRuns(of: RunFolder(path: folder.path), except: timeline.runIdentifier)
        #expect(insight.messages().isEmpty)
    }

    @Test("Processes that start together store each message once")
    func together() async throws {
        let folder = try TemporaryFolder()
        _ = try ChildProcess.run("InsightCrashChild", ["kill", folder.path])
        let insight = InsightFolder(of: RunFolder(path: folder.path))
        await withTaskGroup { group in
            for _ in 0..<8 {
                group.addTask {
                    try? InsightStore(insight, InsightOptions()).addEndedRuns(
                        of: RunFolder(path: folder.path), except: "")
                }
            }
        }
        #expect(insight.messages().map(\.kind) == [.crash, .end, .failure])
    }

    @Test("On a full disk storing fails with an error, and what was queued remains")
    func fullDisk() throws {
        let folder = try TemporaryFolder()
        let child = try ChildProcess.run("InsightCrashChild", ["full", folder.path], mount: "size=10m")
        #expect(child.lines.filter { $0.hasPrefix("Q ") } == ["Q [1]", "Q [1]", "Q [1, 2]"], "\(child.lines)")
        #expect(child.lines.contains { $0.hasPrefix("E Can't store messages in ") && $0.contains("No space left") })
        #expect(child.lines.contains("V [1, 2]"))
    }
}
#endif
