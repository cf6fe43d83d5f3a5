import Firesteel
import FiresteelTesting
import FiresteelTimeline
import InMemoryTracing
import Metrics
import MetricsTestKit
import Testing
import Tracing

@Suite("Spans and metrics")
struct TracingAndMetricsTests {
    private struct NoRoomError: Error, CustomStringConvertible {
        let description = "No room on the volume"
    }

    // MARK: Spans

    @Test("Every action is a span with its name, place and outcome")
    func spans() async throws {
        let tracer = InMemoryTracer()
        try await withTestRuntime(SampleApp.self, { $0.tracer = tracer }) { test in
            let window = test.runtime.session("Window")
            await Editing.run.perform(RunClosure.Input { _ in .successClosing }, options: .in(window).from(.shortcut))
        }
        let span = try #require(tracer.finishedSpans.first)
        #expect(tracer.finishedSpans.count == 1)
        #expect(tracer.activeSpans.isEmpty)
        #expect(span.operationName == "Editing › Run Closure")
        #expect(span.kind == .internal)
        #expect(span.status == nil)
        #expect(span.attributes.get("firesteel.feature") == .string("SampleApp/Editing"))
        #expect(span.attributes.get("firesteel.action") == .string("RunClosure"))
        #expect(span.attributes.get("firesteel.session") == .string("Window"))
        #expect(span.attributes.get("firesteel.source") == .string("shortcut"))
        #expect(span.attributes.get("firesteel.user_initiated") == .bool(true))
        #expect(span.attributes.get("firesteel.outcome") == .string("closing"))
        #expect(span.attributes.get("firesteel.perform") != nil)
    }

    @Test("A nested perform is a span below its own, and so is any other span")
    func nestedSpans() async throws {
        let tracer = InMemoryTracer()
        try await withTestRuntime(SampleApp.self, { $0.tracer = tracer }) { _ in
            await Editing.run.perform { _ in
                await tracer.withSpan("query") { _ in
                    await Exporting.run.perform { _ in .success }
                }
            }
        }
        let spans = tracer.finishedSpans
        #expect(spans.map(\.operationName) == ["Exporting › Run Closure", "query", "Editing › Run Closure"])
        #expect(spans[0].parentSpanID == spans[1].spanID)
        #expect(spans[1].parentSpanID == spans[2].spanID)
        #expect(Set(spans.map(\.traceID)).count == 1)
    }

    @Test("A failure is the span's error, a cancellation isn't")
    func failedSpans() async throws {
        let tracer = InMemoryTracer()
        try await withTestRuntime(SampleApp.self, { $0.tracer = tracer }) { _ in
            await Editing.run.perform { _ in throw NoRoomError() }
            await Editing.run.perform { _ in .cancelled }
        }
        let spans = tracer.finishedSpans
        #expect(spans.first?.status == SpanStatus(code: .error, message: "No room on the volume"))
        #expect(spans.first?.errors.first?.error is NoRoomError)
        #expect(spans.last?.status == nil)
        #expect(spans.last?.errors.isEmpty == true)
        #expect(spans.last?.attributes.get("firesteel.outcome") == .string("cancelled"))
    }

    @Test("A UIAction is a span too")
    @MainActor
    func uiActionSpan() throws {
        let tracer = InMemoryTracer()
        let test = try TestRuntime(SampleApp.self) { $0.tracer = tracer }
        test.runtime.use { _ = Editing.tap.perform() as ActionOutcome }
        #expect(tracer.finishedSpans.map(\.operationName) == ["Editing › Tap"])
    }

    @Test("Each runtime has its own tracer, and one without a tracer performs nevertheless")
    func tracersSideBySide() async throws {
        let tracer = InMemoryTracer()
        try await withTestRuntime(SampleApp.self, { $0.tracer = tracer }) { _ in
            try await withTestRuntime(SampleApp.self) { _ in
                #expect(await Editing.close.perform().isSuccess)
            }
        }
        #expect(tracer.finishedSpans.isEmpty)
    }

    // MARK: Metrics

    private func dimensions(_ feature: String, _ action: String, _ outcome: String? = nil) -> [(String, String)] {
        [("feature", feature), ("action", action)] + (outcome.map { [("outcome", $0)] } ?? [])
    }

    @Test("Every completion is counted by feature, action and outcome")
    func counts() async throws {
        let metrics = TestMetrics()
        try await withTestRuntime(SampleApp.self, { $0.metrics = metrics }) { _ in
            for _ in 0..<3 { await Editing.run.perform { _ in .success } }
            await Editing.run.perform { _ in throw NoRoomError() }
            await Exporting.run.perform { _ in .cancelled }
        }
        func count(_ feature: String, _ outcome: String) throws -> Int64 {
            try metrics.expectCounter(
                "firesteel.action.completed", dimensions("SampleApp/\(feature)", "RunClosure", outcome)
            ).totalValue
        }
        #expect(try count("Editing", "success") == 3)
        #expect(try count("Editing", "failure") == 1)
        #expect(try count("Editing", "cancelled") == 0)
        #expect(try count("Exporting", "cancelled") == 1)
    }

    @Test("Every completion is timed, in nanoseconds of the runtime's clock")
    func times() async throws {
        let metrics = TestMetrics()
        try await withTestRuntime(SampleApp.self, { $0.metrics = metrics }) { test in
            for milliseconds in [41, 7] {
                await Editing.run.perform { _ in
                    test.clock.advance(by: .milliseconds(milliseconds))
                    return .success
                }
            }
        }
        let timer = try metrics.expectTimer(
            "firesteel.action.duration", dimensions("SampleApp/Editing", "RunClosure"))
        #expect(timer.values == [41_000_000, 7_000_000])
    }

    @Test("An action that is hidden from the timeline is counted and timed like any other")
    func hiddenActions() async throws {
        let metrics = TestMetrics()
        try await withTestRuntime(SampleApp.self, { $0.metrics = metrics }) { test in
            test.clock.advance(by: .seconds(100))
            await Editing.hush.perform()
        }
        let timer = try metrics.expectTimer("firesteel.action.duration", dimensions("SampleApp/Editing", "Hush"))
        #expect(timer.values == [0])
    }

    @Test("Without a timeline and stacks, times are correct as well")
    func timesAlone() async throws {
        let metrics = TestMetrics()
        try await withTestRuntime(
            SampleApp.self,
            {
                $0.metrics = metrics
                $0.storage = .none
                $0.keepsStacks = false
                $0.recentLogLines = 0
            }
        ) { test in
            await Editing.run.perform { _ in
                test.clock.advance(by: .milliseconds(5))
                return .success
            }
        }
        let timer = try metrics.expectTimer(
            "firesteel.action.duration", dimensions("SampleApp/Editing", "RunClosure"))
        #expect(timer.values == [5_000_000])
    }
}
