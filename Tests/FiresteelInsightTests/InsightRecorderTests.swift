import Firesteel
import FiresteelInsight
import FiresteelTesting
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

private enum Shop: FeatureGroup {
    static let subfeatures = features(Orders.self)
}

private enum Orders: Feature {
    static let send = action(Send.self)
    static let actions = declare(send)
}

private enum OrderError: ReportedError {
    case lost(String)
    case cancelled

    var isReported: Bool { if case .lost = self { true } else { false } }
}

private enum Send: Action {
    static func perform(_ context: ActionContext<Int>, presenter: NoPresenter) async throws -> ActionOutcome {
        if context.input == 1 { throw OrderError.lost("payload") }
        if context.input == 2 { throw OrderError.cancelled }
        return .success
    }
}

@Suite("Messages of the run that is recorded")
struct InsightRecorderTests {
    private let files: TemporaryFolder
    private let folder: InsightFolder

    init() throws {
        files = try TemporaryFolder()
        folder = InsightFolder(path: files.path)
    }

    private func segments() throws -> [RunSegment] {
        try folder.messages().filter { !$0.kind.isReport }.sorted { $0.number < $1.number }
            .map { try RunSegment(json: Array(#require(folder.data(of: $0)))) }
    }

    private func reports() throws -> [InsightReport] {
        try folder.messages().filter(\.kind.isReport).sorted { $0.number < $1.number }
            .map { try InsightReport(json: Array(#require(folder.data(of: $0)))) }
    }

    @Test("Segments follow each other at their interval, and together count each perform once")
    func intervals() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            try folder.giveConsent(timeline)
            let options = InsightOptions(folder: folder, device: "phone", interval: .seconds(900))
            var recorder = InsightRecorder(timeline, InsightStore(folder, options))
            for round in 0..<4 {
                for _ in 0...round { await Orders.send.perform(0) }
                test.clock.advance(by: .seconds(600))
                try recorder.read()
            }
            #expect(try segments().map(\.number) == [1, 2])
            await Orders.send.perform(0)
            try recorder.read(isLast: true)
            let all = try segments()
            #expect(all.map(\.device) == ["phone", "phone", "phone"])
            let counts = all.flatMap(\.people).flatMap(\.actions).map(\.successes)
            #expect(counts.reduce(0, +) == 11)
            #expect(zip(all, all.dropFirst()).allSatisfy { $0.until == $1.from })
            // Nothing happened since.
            test.clock.advance(by: .seconds(1_000))
            try recorder.read()
            #expect(try segments().count == 3)
            await Orders.send.perform(0)
            try recorder.read(isLast: true)
            #expect(try segments().map(\.number) == [1, 2, 3, 4])
        }
    }

    @Test("A recorder that starts again continues where the last one stopped")
    func restart() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            try folder.giveConsent(timeline)
            let store = InsightStore(folder, InsightOptions(folder: folder))
            for round in 1...3 {
                var recorder = InsightRecorder(timeline, store)
                for _ in 0..<round {
                    test.clock.advance(by: .seconds(1))
                    await Orders.send.perform(0)
                }
                try recorder.read(isLast: true)
                if round == 2, let message = folder.messages().first { try folder.remove(message, nil) }
            }
            #expect(try segments().map(\.number) == [2, 3])
            #expect(try segments().flatMap(\.people).flatMap(\.actions).map(\.successes) == [2, 3])
        }
    }

    @Test("Failures with an error that is reported are reported once an hour for each kind, without payloads")
    func failures() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            try folder.giveConsent(timeline)
            var recorder = InsightRecorder(timeline, InsightStore(folder, InsightOptions(folder: folder)))
            for _ in 0..<3 { for input in 0...2 { await Orders.send.perform(input) } }
            test.clock.advance(by: .seconds(1))
            try recorder.read()
            #expect(try reports().count == 1)
            let report = try #require(try reports().first)
            #expect(report.kind == .failure && report.state == .failed && report.action?.action == "Send")
            #expect(report.failure == .init(type: "OrderError", enumCase: "lost", message: "lost"))
            #expect(!String(decoding: report.json, as: UTF8.self).contains("payload"))
            test.clock.advance(by: .seconds(3_601))
            await Orders.send.perform(1)
            test.clock.advance(by: .seconds(1))
            try recorder.read()
            #expect(try reports().map(\.number) == [1, 2])
        }
    }

    @Test("A report on request has the last steps and a limited size")
    func request() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            try folder.giveConsent(timeline)
            for _ in 0..<8_000 { await Orders.send.perform(0) }
            test.clock.advance(by: .seconds(1))
            var recorder = InsightRecorder(timeline, InsightStore(folder, InsightOptions(folder: folder)))
            let report = try recorder.addRequest()
            #expect(report.kind == .request && report.action == nil && report.steps.count == ReportLimits.steps)
            #expect(report.timeline.dropped > 0 && !report.timeline.lines.isEmpty)
            #expect(report.json.count <= ReportLimits.bytes)
            #expect(try reports() == [report])
        }
    }

    @Test("Events before the consent are neither counted nor reported")
    func beforeConsent() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            for input in 0...1 { await Orders.send.perform(input) }
            test.clock.advance(by: .seconds(1))
            var recorder = InsightRecorder(timeline, InsightStore(folder, InsightOptions(folder: folder)))
            #expect(throws: InsightQueueError.noConsent) { try recorder.read(isLast: true) }
            #expect(try files.names == [])
            try folder.giveConsent(timeline)
            test.clock.advance(by: .seconds(1))
            await Orders.send.perform(0)
            try recorder.read(isLast: true)
            #expect(try reports().isEmpty)
            #expect(try segments().flatMap(\.people).flatMap(\.actions).map(\.successes) == [1])
            let report = try recorder.addRequest()
            #expect(report.steps.count == 1)
        }
    }

    @Test("A segment reports once how many messages were dropped")
    func unsent() async throws {
        try await withTestRuntime(Shop.self) { test in
            let timeline = try #require(test.runtime.timeline)
            try folder.giveConsent(timeline)
            let options = InsightOptions(folder: folder, limits: InsightLimits(messages: 2))
            var recorder = InsightRecorder(timeline, InsightStore(folder, options))
            for _ in 0..<5 {
                test.clock.advance(by: .seconds(1))
                await Orders.send.perform(0)
                try recorder.read(isLast: true)
            }
            #expect(folder.status.dropped == [.full: 3])
            #expect(try segments().map(\.unsent) == [1, 1])
        }
    }
}
