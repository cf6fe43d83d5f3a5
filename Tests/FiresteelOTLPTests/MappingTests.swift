import FiresteelOTLP
import FiresteelTimeline
import Testing

@Suite("A run as spans and log records")
struct MappingTests {
    @Test("A perform becomes a span below the one that performed it, in the trace of the first cause")
    func spans() throws {
        let sample = filled()
        let spans = spans(of: sample.run)
        #expect(spans.map(\.name) == ["App/Documents/#Write", "App/Documents/#Save", "App/Documents/#Save"])
        let (writing, saving, hanging) = (spans[0], spans[1], spans[2])
        #expect(saving.parent == nil)
        #expect(writing.parent == saving.id)
        #expect(writing.trace == saving.trace)
        #expect(hanging.trace != saving.trace)
        #expect(saving.end - saving.start == 1_250_000)
        #expect(saving.start == 1_767_225_600_000_250_000)
    }

    @Test("A span says what was done, where, by whom and how it ended, and nothing that was hidden")
    func attributes() throws {
        let spans = spans(of: filled().run)
        #expect(spans[1]["firesteel.feature"] == "App/Documents")
        #expect(spans[1]["firesteel.feature.name"] == "Document Management")
        #expect(spans[1]["firesteel.action"] == "Save")
        #expect(spans[1]["firesteel.action.name"] == "Save Document")
        #expect(spans[1]["firesteel.session"] == 1)
        #expect(spans[1]["firesteel.session.name"] == "main")
        #expect(spans[1]["firesteel.source"] == "application")
        #expect(spans[1]["firesteel.user_initiated"] == true)
        #expect(spans[1]["firesteel.outcome"] == "failure-closing")
        #expect(spans[1]["firesteel.input"] == "Q4 plan.md")
        #expect(spans[1].status == .error)
        #expect(spans[1].statusMessage == "Nothing was saved")
        #expect(spans[1]["error.type"] == "_OTHER")
        #expect(spans[0]["error.type"] == "DiskError")
        #expect(spans[0]["firesteel.depth"] == 1)
        #expect(spans[0]["firesteel.unfinished"] == nil)
    }

    @Test("A perform that never ended is a span until the run's last event, and says so")
    func unfinished() throws {
        let sample = filled()
        let hanging = try #require(spans(of: sample.run).last)
        #expect(hanging["firesteel.outcome"] == "in-flight")
        #expect(hanging["firesteel.unfinished"] == true)
        #expect(hanging.end - hanging.start == 2_250_000)
        // It may still end well.
        #expect(hanging.status == .unset)
    }

    @Test("A log line keeps its severity, its metadata and its place in the trace")
    func logs() throws {
        let sample = filled()
        let (logs, spans) = (logs(of: sample.run), spans(of: sample.run))
        #expect(logs.map(\.severityNumber) == [13, 9, 13, 9, 21])
        #expect(logs.map(\.eventName) == ["", "feature_flag.evaluation", "firesteel.fault", "", ""])
        #expect(logs[0].body == "The disk is nearly full")
        #expect(logs[0]["free"] == "12 MB")
        #expect(logs[0]["firesteel.logger"] == "documents.store")
        #expect(logs[0].trace == spans[0].trace && logs[0].span == spans[0].id)
        #expect(logs[2].body == "Stray was never declared")
        #expect(logs[3].trace == nil && logs[3].span == nil)
        #expect(logs[4].span == spans[2].id)
    }

    @Test("An exposed flag is an evaluation in OpenTelemetry's terms")
    func flags() throws {
        let flag = logs(of: filled().run)[1]
        #expect(flag["feature_flag.key"] == "search.layout")
        #expect(flag["feature_flag.result.variant"] == "wide")
        #expect(flag["feature_flag.result.reason"] == "targeting_match")
        #expect(flag["feature_flag.provider.name"] == "flags.json")
        #expect(flag["feature_flag.result.value"] == "\"grid\"")
    }

    @Test("A resource names the program, the process and the run")
    func resource() {
        let run = filled().run
        let attributes = Dictionary(uniqueKeysWithValues: OTLPResource(run).attributes.map { ($0.key, $0.value) })
        #expect(attributes["service.name"] == "Notes")
        #expect(attributes["service.version"] == "1.4")
        #expect(attributes["service.instance.id"] == .string(run.header.identifier))
        #expect(attributes["process.pid"] == .int(Int64(run.header.process)))
        #expect(attributes["telemetry.sdk.name"] == "firesteel")
        #expect(attributes["firesteel.run.end"] == "running")
    }

    @Test("Batches have the requested size, preserve the order and lose nothing", arguments: [1, 2, 7, 512])
    func batches(limit: Int) {
        let sample = SampleRun()
        for index in 0..<23 {
            let begun = sample.begin(input: "\(index)")
            sample.log("line \(index)", .info, perform: begun.token.perform)
            sample.complete(begun, .success)
        }
        var sizes: [Int] = []
        var inputs: [OTLPValue?] = []
        OTLPBatches(sample.run, limit: limit).forEach { batch in
            guard case .spans(let spans, _) = batch else { return true }
            sizes.append(spans.count)
            inputs += spans.map { $0["firesteel.input"] }
            return true
        }
        #expect(inputs == (0..<23).map { .string("\($0)") })
        #expect(sizes.dropLast().allSatisfy { $0 == limit })
        #expect(sizes.allSatisfy { (1...limit).contains($0) })
    }

    @Test("A query omits everything that it doesn't match, including log lines")
    func query() {
        let sample = filled()
        var query = TimelineQuery()
        query.outcomes = [.failure]
        var counts: [OTLPSignal: Int] = [:]
        OTLPBatches(sample.run, matching: query).forEach { batch in
            counts[batch.signal, default: 0] += batch.count
            return true
        }
        #expect(counts == [.traces: 1, .logs: 1])
    }

    private func filled() -> SampleRun {
        var sample = SampleRun()
        sample.fill()
        return sample
    }

    private func spans(of run: Run) -> [OTLPSpan] {
        var all: [OTLPSpan] = []
        OTLPBatches(run).forEach { batch in
            if case .spans(let spans, _) = batch { all += spans }
            return true
        }
        return all
    }

    private func logs(of run: Run) -> [OTLPLogRecord] {
        var all: [OTLPLogRecord] = []
        OTLPBatches(run).forEach { batch in
            if case .logs(let logs, _) = batch { all += logs }
            return true
        }
        return all
    }
}

extension OTLPSpan {
    subscript(key: String) -> OTLPValue? { attributes.first { $0.key == key }?.value }
}

extension OTLPLogRecord {
    subscript(key: String) -> OTLPValue? { attributes.first { $0.key == key }?.value }
}
