import Firesteel
import FiresteelTimeline
import Foundation
import Logging
import Testing

@testable import FiresteelInspector

@Suite("Invalid requests", .timeLimit(.minutes(5)))
struct MalformedTests {
    @Test(
        "Invalid bytes never get the response of a request, and the server keeps running",
        arguments: [
            "nonsense\r\n\r\n", "GET /\r\n\r\n", "GET x HTTP/1.1\r\nHost: h\r\n\r\n",
            "GET http://evil/ HTTP/1.1\r\nHost: h\r\n\r\n", "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET / HTTP/1.1\r\nX: a\u{0}b\r\n\r\n", "\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 1e3\r\n\r\n",
            "POST / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
        ])
    func malformed(raw: String) async throws {
        try await withInspector { bench in
            let answer = try await bench.client.exchange(raw: raw)
            #expect(!answer.contains("HTTP/1.1 2"))
            #expect(try await bench.client.send("GET", "/api/program").status == 200)
        }
    }

    @Test("A body that is too large is rejected, and not stored")
    func tooLarge() async throws {
        try await withInspector { bench in
            let own = "Host: \(bench.client.host)\r\nAuthorization: Bearer \(bench.client.token)\r\n"
            let raw = "POST /api/logging/focus HTTP/1.1\r\n\(own)Connection: close\r\nContent-Length: 65537\r\n\r\n"
            let answer = try await bench.client.exchange(raw: raw + String(repeating: "x", count: 65537))
            #expect(answer.hasPrefix("HTTP/1.1 413"))
            #expect(answer.contains("too-large"))
        }
    }

    @Test("Bytes after a rejected body aren't a request")
    func smuggling() async throws {
        try await withInspector { bench in
            let own = "Host: \(bench.client.host)\r\nAuthorization: Bearer \(bench.client.token)\r\n"
            let raw =
                "POST /api/logging/focus HTTP/1.1\r\n\(own)Content-Length: 70000\r\n\r\nGET /api/program HTTP/1.1\r\n\(own)\r\n"
            let answer = try await bench.client.exchange(raw: raw)
            #expect(!answer.contains("HTTP/1.1 200"))
        }
    }

    @Test("Unknown paths, methods and values have their own answers")
    func wrongCalls() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withInspector(configure: { $0.storage = .folder(folder.path) }) { bench in
            let calls: [(String, String, String?, Int)] = [
                ("GET", "nothing", nil, 404), ("GET", "timeline/", nil, 404), ("GET", "", nil, 404),
                ("POST", "timeline", "{}", 405), ("PUT", "runs", nil, 405), ("HEAD", "program", nil, 405),
                ("GET", "timeline?offset=x", nil, 400), ("GET", "timeline?limit=501", nil, 400),
                ("GET", "timeline?limit=-1", nil, 400), ("GET", "timeline?offset=99999999999999999999", nil, 400),
                ("GET", "timeline?outcome=nice", nil, 400), ("GET", "timeline?user=yes", nil, 400),
                ("GET", "timeline?session=0", nil, 400), ("GET", "timeline?since=-1", nil, 400),
                ("GET", "timeline?text=%zz", nil, 400), ("GET", "timeline?limit=1&limit=2", nil, 400),
                ("GET", "timeline?text=%ff", nil, 400), ("GET", "timeline/overview?bars=0", nil, 400),
                ("GET", "timeline/performs/x", nil, 400), ("GET", "timeline/performs/0", nil, 400),
                ("GET", "timeline/performs/999999", nil, 404), ("GET", "timeline?run=none", nil, 404),
                ("GET", "timeline/export?format=pdf", nil, 400), ("GET", "logs?level=loud", nil, 400),
                ("GET", "logs?run=none", nil, 404), ("GET", "stacks?limit=0", nil, 400),
                ("POST", "logging/level", "not json", 400), ("POST", "logging/level", "{}", 400),
                ("POST", "logging/level", #"{"level": "loud"}"#, 400),
                ("POST", "logging/level", #"{"path": "No/Such", "level": "debug"}"#, 404),
                ("POST", "logging/focus", #"{"paths": "x"}"#, 400),
                ("POST", "logging/focus", #"{"paths": ["No"]}"#, 404),
                ("POST", "features/control", #"{"path": "No", "kind": "toggle", "on": true}"#, 404),
                ("POST", "features/control", #"{"path": "SampleApp/Sharing", "kind": "lever", "on": true}"#, 400),
                ("POST", "features/control", #"{"path": "SampleApp/Editing", "kind": "toggle", "on": true}"#, 400),
                ("GET", "timeline?only=failures", nil, 400), ("GET", "timeline?took=100ms", nil, 400),
                ("GET", "timeline?took=%3E1.ms", nil, 400), ("GET", "timeline?took=%3E1e9s", nil, 400),
                ("GET", "timeline?took=%3C9999999h", nil, 400), ("GET", "timeline?-outcome=nice", nil, 400),
                ("GET", "timeline?source=nobody", nil, 400), ("GET", "timeline?-session=0", nil, 400),
                ("GET", "timeline?session=main,4294967296", nil, 400), ("GET", "timeline?fold=yes", nil, 400),
                ("GET", "timeline?fold=1&open=-1", nil, 400), ("GET", "timeline?fold=1&open=x", nil, 400),
                ("GET", "timeline/values", nil, 400), ("GET", "timeline/values?name=text", nil, 400),
                ("GET", "timeline/values?name=action&limit=0", nil, 400), ("GET", "logs/export?format=html", nil, 400),
                ("GET", "logs/export?run=none", nil, 404), ("GET", "logs?session=0", nil, 400),
                ("GET", "timeline/export?format=text&only=changes", nil, 400),
                ("GET", "flags/one", nil, 400), ("GET", "flags/one?key=none", nil, 404),
                ("GET", "flags/override", nil, 405), ("POST", "flags/override", "{}", 400),
                ("POST", "flags/override", #"{"key": "none", "value": "true"}"#, 404),
                ("POST", "flags/override", #"{"key": "none", "value": true}"#, 400),
                ("POST", "flags/override", #"{"key": "none"}"#, 404),
                ("POST", "flags/overrides", #"{"values": []}"#, 400),
                ("POST", "flags/overrides", #"{"values": {"none": "tru"}}"#, 400),
                ("POST", "flags/explain", #"{"key": "none"}"#, 404),
                ("POST", "flags/explain", #"{"key": "none", "attributes": "[]"}"#, 400),
                ("POST", "features/control", #"{"path": "SampleApp/Sharing", "kind": "flag", "on": true}"#, 400),
                ("POST", "features/control", #"{"path": "SampleApp/Sharing", "kind": "toggle"}"#, 400),
                ("GET", "runs/none", nil, 404), ("DELETE", "runs/none", nil, 404),
                ("DELETE", "runs/\(bench.runtime.timeline?.runIdentifier ?? "")", nil, 400),
            ]
            for (method, target, body, status) in calls {
                let response = try await bench.client.send(method, "/api/\(target)", body: body)
                #expect(response.status == status, "\(method) \(target) \(response.text)")
                if method == "HEAD" {
                    #expect(response.body.isEmpty)
                    continue
                }
                let problem = try response.json(PageData.Failure.self).error
                #expect(!problem.message.isEmpty)
                #expect(!response.text.contains(bench.client.token))
            }
        }
    }

    @Test("A body must say that it is JSON")
    func mediaType() async throws {
        try await withInspector { bench in
            let response = try await bench.client.send(
                "POST", "/api/logging/focus", body: #"{"paths": []}"#, fields: ["Content-Type": "text/plain"])
            #expect(response.status == 400)
        }
    }

    @Test("Several requests on one connection are answered in order")
    func keepAlive() async throws {
        try await withInspector { bench in
            let own = "Host: \(bench.client.host)\r\nAuthorization: Bearer \(bench.client.token)\r\n"
            let one = "GET /api/logging HTTP/1.1\r\n\(own)\r\n"
            let last = "GET /nothing HTTP/1.1\r\n\(own)Connection: close\r\n\r\n"
            let response = try await bench.client.send(raw: one + one + last)
            #expect(response.status == 200)
            #expect(response.text.components(separatedBy: "HTTP/1.1 200 OK").count == 2)
            #expect(response.text.contains("HTTP/1.1 404 Not Found"))
        }
    }

    @Test("The token appears in no line of the log and in no description of an error")
    func tokenInLogs() async throws {
        let store = LogStore()
        try await withInspector(tune: {
            $0.logger = Logger(label: "test") { FiresteelLogHandlerStub(label: $0, store: store) }
        }) { bench in
            let nonsense = try await bench.client.exchange(raw: "nonsense \(bench.client.token)\r\n\r\n")
            #expect(!nonsense.contains(bench.client.token))
            for target in ["/api/program", "/api/nothing", "/\(bench.client.token)"] {
                let response = try await bench.client.send("GET", target)
                #expect(!response.text.contains(bench.client.token))
            }
            for line in store.lines().lines { #expect(!line.message.contains(bench.client.token)) }
            let error = InspectorError.weakToken
            #expect(!"\(error)".contains(bench.client.token))
        }
    }
}

/// Keeps every line, down to `trace`.
struct FiresteelLogHandlerStub: LogHandler {
    let label: String
    let store: LogStore
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level = .trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        store.add(LogLine(time: 0, level: event.level, label: label, message: "\(event.message)"))
    }
}
