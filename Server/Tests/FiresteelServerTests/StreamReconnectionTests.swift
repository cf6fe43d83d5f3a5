import DatabaseTestSupport
import FiresteelFlags
import FiresteelHTTP
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("Opening event streams again", .timeLimit(.minutes(3)))
struct StreamReconnectionTests {
    /// The events of a stream.
    private struct Events {
        private var pieces: HTTPBody.Iterator
        private var text = ""

        init(_ body: HTTPBody) { pieces = body.makeAsyncIterator() }

        /// Returns the next event other than a heartbeat, or `nil` at the end of the stream.
        mutating func next() async throws -> String? {
            while true {
                while let end = text.firstRange(of: "\n\n") {
                    let event = String(text[..<end.lowerBound])
                    text = String(text[end.upperBound...])
                    if event != ": alive" { return event }
                }
                guard let piece = try await pieces.next() else { return nil }
                text += String(decoding: piece, as: UTF8.self)
            }
        }
    }

    /// Opens a stream, as a program does whose last event had an identifier.
    private func open(_ path: String, lastEvent: String?, _ fixture: ServerFixture) async throws -> Events {
        var request = HTTPRequestMessage(.get, try ServerFixture.url("\(fixture.base.absoluteString)\(path)"))
        let name = try #require(HTTPField.Name("Last-Event-ID"))
        if let lastEvent { request.fields[name] = lastEvent }
        let response = try await URLSessionTransport().stream(request)
        #expect(response.status == 200)
        return Events(response.body)
    }

    /// Returns the address of streams that the server gives to a program now.
    private func address(_ token: String, _ fixture: ServerFixture) async throws -> String {
        let answer = try await fixture.send(.get, "/flags/v1/definitions?eventStreams=1", token: token)
        return try #require(answer.json["eventStreams"]?[0]?["endpoint"]?["requestUri"]?.stringValue)
    }

    private func setOn(_ isOn: Bool, base: Int, _ fixture: ServerFixture, cookie: String) async throws {
        let edit: JSONValue = [
            "kind": "targeting", "name": "export", "environment": "development", "base": .int(base),
            "set": ["isOn": .bool(isOn)],
        ]
        let answer = try await fixture.propose("set-\(base)", [edit], cookie: cookie)
        #expect(answer.json["result"] == "applied", "\(answer.json)")
    }

    /// The event of a revision.
    private static func event(_ revision: Int) -> String {
        "id: \(revision)\ndata: {\"type\":\"refetchEvaluation\",\"etag\":\"r\(revision)\",\"revision\":\(revision)}"
    }

    @Test("A stream begins with the current revision if the last event is older, and waits for the next one if not")
    func lastEvent() async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            let created = try await fixture.propose("create", ServerFixture.edits(creating: "export"), cookie: cookie)
            #expect(created.json["result"] == "applied")
            let token = try await fixture.token(.server)
            let former = try await address(token, fixture)
            try await setOn(false, base: 1, fixture, cookie: cookie)
            let current = try await address(token, fixture)

            // The last event has priority over the revision with which the address was given out.
            let cases: [(path: String, lastEvent: String?, isBehind: Bool)] = [
                (former, "1", true), (former, "2", false), (current, "1", true), (current, "2", false),
                // Without one that is a revision, that of the address counts.
                (former, nil, true), (former, "x", true), (current, nil, false), (current, "x", false),
                // However old it is, a single event follows: programs fetch everything.
                (current, "0", true),
            ]
            var streams: [Events] = []
            for (path, lastEvent, isBehind) in cases {
                var stream = try await open(path, lastEvent: lastEvent, fixture)
                let beginning = try await stream.next()
                #expect(beginning == "retry: 2000\n: connected")
                if isBehind {
                    let event = try await stream.next()
                    #expect(event == Self.event(2), "\(lastEvent ?? "none")")
                }
                streams.append(stream)
            }
            // The next event of all of them is that of the next change, so none had an event in between.
            try await setOn(true, base: 2, fixture, cookie: cookie)
            for (stream, (_, lastEvent, _)) in zip(streams, cases) {
                var stream = stream
                let event = try await stream.next()
                #expect(event == Self.event(3), "\(lastEvent ?? "none")")
            }
        }
    }
}
