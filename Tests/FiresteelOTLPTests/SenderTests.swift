import FiresteelHTTP
import FiresteelOTLP
import FiresteelTimeline
import Foundation
import HTTPTypes
import Testing

@Suite("Sending a run by OTLP")
struct SenderTests {
    private func sender(_ transport: ScriptedAnswers, _ clock: NotingClock = NotingClock()) throws -> OTLPSender {
        var sender = OTLPSender(
            to: try #require(URL(string: "http://collector.test/base")), headers: [.authorization: "Bearer 1"],
            transport: transport, clock: clock.clock)
        sender.retry.random = { 0.5 }
        return sender
    }

    private func sample() -> SampleRun {
        var sample = SampleRun()
        sample.fill()
        return sample
    }

    @Test("Spans are sent to /v1/traces and log records to /v1/logs, with the configured fields")
    func requests() async throws {
        let transport = ScriptedAnswers { _, _ in HTTPResponseMessage(status: 200) }
        let report = try await sender(transport).send(sample().run)
        #expect(transport.requests.map { $0.url?.path } == ["/base/v1/traces", "/base/v1/logs"])
        #expect(transport.requests.allSatisfy { $0.method == .post && $0.fields[.authorization] == "Bearer 1" })
        #expect(transport.requests.allSatisfy { $0.fields[.contentType] == "application/x-protobuf" })
        #expect(report.spans == 3 && report.logs == 5 && report.requests == 2)
    }

    @Test(
        "Temporary errors are retried with the same bytes, after increasing delays", arguments: [429, 502, 503, 504])
    func retries(status: Int) async throws {
        let transport = ScriptedAnswers { _, number in
            HTTPResponseMessage(status: .init(code: number <= 3 ? status : 200))
        }
        let clock = NotingClock()
        let report = try await sender(transport, clock).send(sample().run)
        #expect(report.retries == 3)
        #expect(clock.waits == [.milliseconds(750), .milliseconds(1_500), .seconds(3)])
        #expect(Set(transport.requests.prefix(4).map(\.body)).count == 1)
        #expect(transport.requests.count == 5)
    }

    @Test("An unreachable or slow endpoint is retried")
    func unreachable() async throws {
        let transport = ScriptedAnswers { _, number in
            if number == 1 { throw HTTPTransportError.unreachable("nobody listens") }
            if number == 2 { throw HTTPTransportError.timedOut }
            return HTTPResponseMessage(status: 200)
        }
        let report = try await sender(transport).send(sample().run)
        #expect(report.retries == 2)
    }

    @Test("Retry-After has priority over the sender's delays")
    func retryAfter() async throws {
        let transport = ScriptedAnswers { _, number in
            HTTPResponseMessage(status: number == 1 ? 429 : 200, fields: [.retryAfter: "17"])
        }
        let clock = NotingClock()
        _ = try await sender(transport, clock).send(sample().run)
        #expect(clock.waits == [.seconds(17)])
    }

    @Test("A server delays sending by at most a minute", arguments: ["999999", "Fri, 31 Dec 9999 23:59:59 GMT"])
    func longRetryAfter(_ time: String) async throws {
        let transport = ScriptedAnswers { _, number in
            HTTPResponseMessage(status: number == 1 ? 503 : 200, fields: [.retryAfter: time])
        }
        let clock = NotingClock()
        _ = try await sender(transport, clock).send(sample().run)
        #expect(clock.waits == [.seconds(60)])
    }

    @Test("Sending fails after the configured attempts, with the last error")
    func givesUp() async throws {
        let transport = ScriptedAnswers { _, _ in HTTPResponseMessage(status: 503) }
        var sender = try sender(transport)
        sender.attempts = 3
        do {
            _ = try await sender.send(sample().run)
            Issue.record("It went well")
        } catch {
            #expect(
                error == .failed(attempts: 3, "http://collector.test/base/v1/traces responded with status 503."))
        }
        #expect(transport.requests.count == 3)
    }

    @Test(
        "Permanent errors aren't retried, and the endpoint's message is reported", arguments: [400, 401, 404, 413, 500])
    func refused(status: Int) async throws {
        let transport = ScriptedAnswers { _, _ in
            // A google.rpc.Status: code 3, message "no\nthanks".
            HTTPResponseMessage(
                status: .init(code: status), fields: [.contentType: "application/x-protobuf"],
                body: [0x08, 0x03, 0x12, 0x09] + Array("no\nthanks".utf8))
        }
        do {
            _ = try await sender(transport).send(sample().run)
            Issue.record("It went well")
        } catch let error as OTLPError {
            guard case .refused(let words) = error else { return #expect(error == .cancelled) }
            #expect(words.contains("status \(status)"))
            #expect(words.hasSuffix("Its message: no thanks"))
        }
        #expect(transport.requests.count == 1)
    }

    @Test("A partial success is reported, in either encoding")
    func partialSuccess() async throws {
        let binary = ScriptedAnswers { _, _ in
            HTTPResponseMessage(status: 200, body: [0x0A, 0x07, 0x08, 0x02, 0x12, 0x03] + Array("old".utf8))
        }
        var report = try await sender(binary).send(sample().run)
        #expect(report.rejectedSpans == 2 && report.rejectedLogs == 2 && report.messages == ["old"])
        let json = ScriptedAnswers { request, _ in
            let name = request.url?.path.hasSuffix("logs") == true ? "rejectedLogRecords" : "rejectedSpans"
            return HTTPResponseMessage(
                status: 200, body: Array(#"{"partialSuccess":{"\#(name)":"3","errorMessage":"late"}}"#.utf8))
        }
        var sender = try sender(json)
        sender.encoding = .json
        report = try await sender.send(sample().run)
        #expect(report.rejectedSpans == 3 && report.rejectedLogs == 3 && report.messages == ["late"])
    }

    @Test("Answers that make no sense do no harm")
    func nonsense() async throws {
        let bodies: [[UInt8]] = [
            [0x0A, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x0A], [0x80], Array("{".utf8),
            Array(#"{"partialSuccess":null}"#.utf8), Array(#"{"partialSuccess":{"rejectedSpans":"x"}}"#.utf8),
            [UInt8](repeating: 0xFF, count: 100), Array("<html>".utf8),
        ]
        for body in bodies {
            let transport = ScriptedAnswers { _, _ in HTTPResponseMessage(status: 200, body: body) }
            let report = try await sender(transport).send(sample().run)
            #expect(report.rejectedSpans == 0 && report.requests == 2)
        }
    }

    @Test("A run larger than a batch is sent in many requests, none larger than the limit")
    func large() async throws {
        let transport = ScriptedAnswers { _, _ in HTTPResponseMessage(status: 200) }
        let sample = SampleRun()
        for index in 0..<100 { sample.complete(sample.begin(input: "\(index)"), .success) }
        var sender = try sender(transport)
        sender.batch = 8
        let report = try await sender.send(sample.run)
        #expect(report.spans == 100 && report.requests == 13 && transport.requests.count == 13)
    }

    @Test("Cancelled, it stops and says so")
    func cancelled() async throws {
        let transport = ScriptedAnswers { _, _ in throw CancellationError() }
        do {
            _ = try await sender(transport).send(sample().run)
            Issue.record("It went well")
        } catch {
            #expect(error as? OTLPError == .cancelled)
        }
    }
}
