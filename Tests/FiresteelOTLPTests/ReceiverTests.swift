#if os(Linux) || os(macOS)
import HTTPTypes
import FiresteelOTLP
import FiresteelHTTP
import FiresteelTimeline
import Foundation
import Testing

@Suite("OTLP at receivers that aren't ours", .timeLimit(.minutes(2)))
struct ReceiverTests {
    @Test(
        "A run arrives whole, by both encodings, at OpenTelemetry's own library and through a collector",
        arguments: OTLPEncoding.allCases, [false, true])
    func arrives(encoding: OTLPEncoding, hasCollector: Bool) async throws {
        let receiver = try Receiver(hasCollector: hasCollector)
        var sample = SampleRun()
        sample.fill()
        var sender = OTLPSender(
            to: receiver.endpoint, encoding: encoding, headers: [HTTPField.Name(literal: "X-Tenant"): "tests"])
        // Two spans a request: what is sent in several requests arrives as well.
        sender.batch = 2
        let report = try await sender.send(sample.run)
        var expected: (spans: [ReceivedRequest.Span], logs: [ReceivedRequest.Log]) = ([], [])
        OTLPBatches(sample.run).forEach { batch in
            switch batch {
            case .spans(let spans, _): expected.spans += spans.map(ReceivedRequest.Span.init)
            case .logs(let logs, _): expected.logs += logs.map(ReceivedRequest.Log.init)
            }
            return true
        }
        #expect(report.spans == 3 && report.logs == 5)
        #expect(report.rejectedSpans == 0 && report.rejectedLogs == 0 && report.retries == 0)

        var spans: [ReceivedRequest.Span] = []
        var logs: [ReceivedRequest.Log] = []
        let resource = ReceivedRequest.Resource(
            attributes: OTLPResource(sample.run).attributes.map(ReceivedRequest.Attribute.init))
        while spans.count + logs.count < 8, let request = try receiver.next() {
            spans += request.spans
            logs += request.logs
            for group in request.request.resourceSpans ?? [] { #expect(group.resource == resource) }
            for group in request.request.resourceLogs ?? [] { #expect(group.resource == resource) }
            if !hasCollector {
                #expect(request.type == encoding.mediaType)
                #expect(request.headers["x-tenant"] == "tests")
            }
        }
        // A collector may hand on batches in another order.
        #expect(spans.sorted { $0.spanId < $1.spanId } == expected.spans.sorted { $0.spanId < $1.spanId })
        #expect(logs.sorted { $0.timeUnixNano < $1.timeUnixNano } == expected.logs)
    }

    @Test("What isn't a request of OTLP is refused with the receiver's words")
    func refused() async throws {
        let receiver = try Receiver(hasCollector: false)
        var sample = SampleRun()
        sample.fill()
        let sender = OTLPSender(to: receiver.endpoint.appending(path: "elsewhere"))
        await #expect(throws: OTLPError.self) { try await sender.send(sample.run) }
        do {
            _ = try await sender.send(sample.run)
        } catch {
            #expect(error.description.contains("/elsewhere/v1/traces doesn't exist (status 404)"))
            #expect(error.description.contains("Its message: no such service"))
        }
    }
}
#endif
