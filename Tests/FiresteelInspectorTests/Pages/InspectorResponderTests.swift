import Firesteel
import FiresteelFlags
import FiresteelHTTP
import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import FiresteelInspector

@Suite("The inspector without a socket", .timeLimit(.minutes(5)))
struct InspectorResponderTests {
    struct Exchange {
        var method = HTTPRequest.Method.get
        let path: String
        var body: String?
        var accepts = "*/*"
    }

    private let exchanges = [
        Exchange(path: "/"), Exchange(path: "/features"), Exchange(path: "/kit/dom/dom.js"),
        Exchange(path: "/features/x", accepts: "text/html"), Exchange(method: .post, path: "/features"),
        Exchange(path: "/api/actions"), Exchange(path: "/api/features"), Exchange(path: "/api/nothing"),
        Exchange(method: .put, path: "/api/program"),
        Exchange(
            method: .post, path: "/api/actions/perform",
            body: #"{"action": "PaletteApp/Notes/#AddNote", "input": "{\"title\": \"Plan\", \"pages\": 2}"}"#),
    ]

    @Test("It responds as the inspector with a socket does, without a token")
    func exchange() async throws {
        try await withInspector(PaletteApp.self) { bench in
            let responder = try InspectorResponder(bench.runtime, showing: .everything)
            for exchange in exchanges {
                let sent = try await bench.client.send(
                    exchange.method.rawValue, exchange.path, body: exchange.body, fields: ["Accept": exchange.accepts])
                let response = await responder.respond(to: exchange.request)
                #expect(response.status.code == sent.status, "\(exchange.path)")
                #expect(fields(response) == fields(sent), "\(exchange.path)")
                var text = ""
                for try await piece in response.body { text += String(decoding: piece, as: UTF8.self) }
                #expect(
                    content(text.replacing(#" data-token="none""#, with: ""), of: exchange)
                        == content(sent.text, of: exchange), "\(exchange.path)")
            }
            #expect(try await bench.client.get("program", PageData.Program.self).counts.performs == 2)
            await responder.stop()
        }
    }

    @Test("Its stream has the lines of the socket's, and ends when it is released")
    func stream() async throws {
        try await withInspector { bench in
            let responder = try responder(of: bench.runtime, showing: .everything)
            let socket = try await StreamReader(bench.client)
            defer { socket.close() }
            try await read(responder) { next in
                let hello = try await next("hello")
                #expect(try await json(hello) == json(socket.next("hello")))
                await Editing.save.perform(Document(title: "Plan"))
                let (own, other) = (try await next("stacks"), try await socket.next("stacks"))
                #expect(json(own) == json(other))
                #expect(await responder.streamCount() == 1)
            }
            try await eventually { await responder.streamCount() == 0 }
        }
    }

    @Test("Showing flags alone, it has neither other pages nor their data")
    func flags() async throws {
        try await withFlags { bench in
            let runtime = bench.bench.runtime
            let responder = try responder(of: runtime, showing: .flags)
            func text(_ path: String) async throws -> (Int, String) {
                let response = await responder.respond(to: Exchange(path: path, accepts: "text/html").request)
                var text = ""
                for try await piece in response.body { text += String(decoding: piece, as: UTF8.self) }
                return (response.status.code, text)
            }
            let (status, page) = try await text("/flags")
            #expect(status == 200 && page.contains(#"data-pages="flags""#))
            #expect(page.matches(of: /<template id="(\w+)-page"/).map(\.1) == ["flags"])
            #expect(try await text("/home").0 == 404)
            #expect(try await text("/api/flags").1.contains("editor.toolbar"))
            let card = try JSONDecoder().decode(
                PageData.Program.self, from: Data(try await text("/api/program").1.utf8))
            #expect(
                card.name == "Test" && card.counts == PageData.Counts(flags: 1) && card.host == nil
                    && card.recording == nil)
            for path in ["features", "timeline", "stacks", "logs", "logging", "runs", "actions", "routes", "access"] {
                #expect(try await text("/api/\(path)").0 == 404, "\(path)")
            }
            try await read(responder) { next in
                _ = try await next("hello")
                await Exporting.export.request()?.perform(bench.flags)
                try bench.stack.setOverride(80, for: "editor.width")
                #expect(try await next("flags", ignoring: ["beat", "alive"]) == #"{"topic":"flags"}"#)
            }
        }
    }

    private func json(_ text: String) -> JSONValue? { try? JSONValue(json: Array(text.utf8)) }

    /// The body of a response, whose members come in any order; two performs differ by their numbers.
    private func content(_ text: String, of exchange: Exchange) -> JSONValue {
        let text = exchange.body == nil ? text : text.replacing(/[0-9]+/, with: "0")
        return json(text) ?? .string(text)
    }

    /// A responder whose stream has the pace of the bench's.
    private func responder(of runtime: FeatureRuntime, showing parts: InspectorParts) throws -> InspectorResponder {
        var tuning = Inspector.Tuning()
        tuning.pace.turn = .milliseconds(10)
        return try InspectorResponder(
            runtime, showing: parts, presentationRouter: NoPresentation(), reporter: nil, programAddress: nil,
            needsToken: false, tuning: tuning)
    }

    private func read(
        _ responder: InspectorResponder, _ body: (_ next: LineReader) async throws -> Void
    ) async throws {
        let response = await responder.respond(to: Exchange(path: "/api/stream").request)
        #expect(response.fields[.contentType] == "application/x-ndjson; charset=utf-8")
        try await body(LineReader(response.body))
    }

    private func fields(_ response: HTTPResponseMessage<HTTPBody>) -> [String: String] {
        [String: String](uniqueKeysWithValues: response.fields.map { ($0.name.canonicalName, $0.value) })
    }

    /// The fields without those of a connection.
    private func fields(_ response: RawClient.Response) -> [String: String] {
        [String: String](uniqueKeysWithValues: response.fields.map { ($0.name, $0.value) })
            .filter { !["connection", "content-length", "date", "transfer-encoding"].contains($0.key) }
    }
}

extension InspectorResponderTests.Exchange {
    var request: HTTPRequestMessage {
        var fields: HTTPFields = [.accept: accepts]
        if body != nil { fields[.contentType] = "application/json" }
        return HTTPRequestMessage(
            head: HTTPRequest(method: method, scheme: nil, authority: nil, path: path, headerFields: fields),
            body: Array((body ?? "").utf8))
    }
}

/// The lines of a stream in process.
private final class LineReader {
    private var pieces: HTTPBody.Iterator
    private var lines: [String] = []

    init(_ body: HTTPBody) { pieces = body.makeAsyncIterator() }

    /// Returns the next line of a topic.
    ///
    /// Fails for lines of other topics than the ignored ones, where these are given.
    func callAsFunction(_ topic: String, ignoring topics: [String]? = nil) async throws -> String {
        while true {
            while !lines.isEmpty {
                let line = lines.removeFirst()
                if line.contains(#""topic":"\#(topic)""#) { return line }
                if let topics { #expect(topics.contains { line.contains(#""topic":"\#($0)""#) }, "\(line)") }
            }
            let piece = try await pieces.next()
            lines += String(decoding: try #require(piece), as: UTF8.self).split(separator: "\n").map(String.init)
        }
    }
}
