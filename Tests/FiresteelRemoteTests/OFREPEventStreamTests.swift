import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("A server that reports changes", .timeLimit(.minutes(5))) struct OFREPEventStreamTests {
    private let fixture = RemoteFlagFixture()
    private let base = URL(string: "https://flags.example.com") ?? URL(filePath: "/")
    private let anna = EvaluationContext(targetingKey: "anna")

    /// A server with a stream, and what a test needs to see and send.
    private final class Server: Sendable {
        let opened = Happenings()
        let streams = Writers()

        func transport(_ streamStatus: Int = 200, _ fields: HTTPFields = [:]) -> ScriptedTransport {
            ScriptedTransport(streaming: { request, _ in
                guard request.url?.path == "/events" else {
                    let number = self.opened.count("flags")
                    return .whole(
                        .json(
                            #"""
                            {"flags": [{"key": "a", "value": \#(number)}], "eventStreams": [
                              {"type": "sse", "url": "https://flags.example.com/events?token=\#(number)",
                               "inactivityDelaySec": 30}, {"type": "pigeon", "url": "https://flags.example.com/x"}]}
                            """#))
                }
                _ = self.opened.count("events")
                guard streamStatus == 200 else {
                    return .whole(HTTPResponseMessage(status: .init(code: streamStatus), fields: fields))
                }
                let (body, writer) = HTTPBody.make(limit: 1_000_000) { [opened = self.opened] in
                    _ = opened.count("closed")
                }
                self.streams.add(writer)
                return HTTPResponseMessage(status: 200, fields: [.contentType: "text/event-stream"], body: body)
            })
        }
    }

    private func provider(_ transport: ScriptedTransport) -> RemoteFlagProvider {
        let provider = fixture.provider(OFREPSource(base, credentials: .bearer("t")), staleAfter: nil, transport)
        provider.fixedContextChanged(anna)
        return provider
    }

    private func flagRequests(_ transport: ScriptedTransport) -> [HTTPRequestMessage] {
        transport.requests.filter { $0.url?.path != "/events" }
    }

    private func wait(until isSo: () -> Bool) async { while !isSo() { await Task.yield() } }

    @Test("A change event causes a fetch with the event's hint")
    func event() async throws {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        provider.start()
        await wait { server.streams.count == 1 && flagRequests(transport).count >= 2 }
        // The stream goes without the program's credentials: its address has its own.
        let stream = try #require(transport.requests.first { $0.url?.path == "/events" })
        #expect(stream.fields[.authorization] == nil)
        #expect(stream.url?.query()?.hasPrefix("token=") == true)
        server.streams.write("data: {\"type\": \"other\"}\n\n: still here\n\ndata: no JSON\n\n")
        server.streams.write(
            "data: {\"type\": \"refetchEvaluation\", \"etag\": \"\\\"9\\\"\", \"lastModified\": 1700000000}\n\n")
        await wait { flagRequests(transport).contains { $0.url?.query() != nil } }
        let hinted = try #require(flagRequests(transport).last { $0.url?.query() != nil })
        let items = URLComponents(url: try #require(hinted.url), resolvingAgainstBaseURL: false)?.queryItems
        #expect(items?.first { $0.name == "flagConfigEtag" }?.value == "\"9\"")
        #expect(items?.first { $0.name == "flagConfigLastModified" }?.value == "1700000000")
        provider.stop()
        await wait { server.opened.value("closed") == 1 }
    }

    @Test("A stream that is opened again says which event was the last")
    func lastEvent() async throws {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        func streams() -> [HTTPRequestMessage] { transport.requests.filter { $0.url?.path == "/events" } }
        provider.start()
        await wait { server.streams.count == 1 }
        #expect(streams().first?.fields[.lastEventID] == nil)
        server.streams.write("id: 4711\ndata: {\"type\": \"refetchEvaluation\"}\n\n")
        await wait { flagRequests(transport).count >= 3 }
        server.streams.finish()
        while streams().count < 2 {
            fixture.clock.advance(by: 1)
            await Task.yield()
        }
        #expect(streams().last?.fields[.lastEventID] == "4711")
        provider.stop()
    }

    @Test("An open stream stops polling")
    func noPolling() async {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        provider.start()
        // Only the watch on the stream's silence waits.
        await wait { server.streams.count == 1 && flagRequests(transport).count == 2 && fixture.clock.sleeps == [300] }
        fixture.clock.advance(by: 299)
        #expect(flagRequests(transport).count == 2)
        provider.stop()
    }

    @Test("A stream that ends is reopened, and missed changes are fetched")
    func ends() async {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        provider.start()
        await wait { server.streams.count == 1 && flagRequests(transport).count == 2 }
        server.streams.finish()
        await fixture.clock.waitForSleep(of: 0.75)
        fixture.clock.advance(by: 0.75)
        await wait { server.streams.count == 2 }
        await wait { flagRequests(transport).count >= 3 }
        provider.stop()
    }

    @Test("A silent stream is reopened")
    func silent() async {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        provider.start()
        await wait { server.streams.count == 1 && fixture.clock.sleeps.contains(300) }
        await wait {
            fixture.clock.advance(by: 300)
            return server.streams.count >= 2
        }
        provider.stop()
    }

    @Test("Without a stream, flags are polled", arguments: [404, 500, 204])
    func fallsBack(status: Int) async {
        let server = Server()
        let transport = server.transport(status)
        let provider = provider(transport)
        provider.start()
        await fixture.clock.waitForSleep(of: 300)
        await wait { server.opened.value("events") >= 1 }
        fixture.clock.advance(by: 300)
        await wait { flagRequests(transport).count >= 2 }
        #expect(provider.value("a", anna) != nil)
        provider.stop()
    }

    @Test("A stream that is to be opened later is left alone until then", arguments: [429, 503])
    func retryAfter(status: Int) async {
        let server = Server()
        let transport = server.transport(status, [.retryAfter: "120"])
        let provider = provider(transport)
        provider.start()
        await wait { fixture.clock.sleeps == [120, 300] }
        #expect(server.opened.value("events") == 1)
        fixture.clock.advance(by: 119)
        #expect(fixture.clock.sleeps == [1, 181])
        fixture.clock.advance(by: 1)
        await wait { fixture.clock.sleeps == [120, 180] }
        #expect(server.opened.value("events") == 2)
        provider.stop()
    }

    @Test("Inactive for as long as the server says, the stream is closed; active again, it is opened")
    func inactive() async {
        let server = Server()
        let transport = server.transport()
        let provider = provider(transport)
        provider.start()
        await wait { server.streams.count == 1 && flagRequests(transport).count == 2 }
        provider.setActive(false)
        await fixture.clock.waitForSleep(of: 30)
        fixture.clock.advance(by: 30)
        await wait { server.opened.value("closed") == 1 }
        provider.setActive(true)
        await wait { server.streams.count == 2 }
        provider.stop()
    }
}
