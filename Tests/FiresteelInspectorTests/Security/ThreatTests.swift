import Firesteel
import FiresteelHTTPServer
import FiresteelTimeline
import Foundation
import Testing

@testable import FiresteelInspector

@Suite("The promises of the threat model", .timeLimit(.minutes(5)))
struct ThreatTests {
    private func expect(_ response: RawClient.Response, _ status: Int, _ code: String) throws {
        #expect(response.status == status)
        let failure = try response.json(PageData.Failure.self)
        #expect(failure.error.code == code)
    }

    @Test(
        "Only this machine's own names and the right port are accepted",
        arguments: [
            "evil.example", "evil.example:PORT", "127.0.0.1", "127.0.0.1:1", "localhost:80", "0.0.0.0:PORT",
            "127.0.0.1:PORT.evil.example",
        ])
    func rebinding(host: String) async throws {
        try await withInspector { bench in
            let host = host.replacingOccurrences(of: "PORT", with: "\(bench.inspector.port)")
            for target in ["/api/program", "/timeline", "/"] {
                try expect(try await bench.client.send("GET", target, fields: ["Host": host]), 403, "forbidden")
            }
        }
    }

    @Test("Every name of this machine is answered", arguments: ["127.0.0.1", "localhost", "LOCALHOST", "[::1]"])
    func ownNames(host: String) async throws {
        try await withInspector { bench in
            let host = "\(host):\(bench.inspector.port)"
            let response = try await bench.client.send("GET", "/api/program", fields: ["Host": host])
            #expect(response.status == 200)
        }
    }

    @Test("A request without a host, or with two, is rejected")
    func hosts() async throws {
        try await withInspector { bench in
            try expect(try await bench.client.send("GET", "/api/program", fields: ["Host": nil]), 403, "forbidden")
            let own = bench.client.host
            let twice = "GET / HTTP/1.1\r\nHost: \(own)\r\nHost: evil.example\r\nConnection: close\r\n\r\n"
            try expect(try await bench.client.send(raw: twice), 400, "bad-request")
        }
    }

    @Test(
        "A foreign origin is rejected, even with the token",
        arguments: [
            "http://evil.example", "null", "http://127.0.0.1:1", "https://127.0.0.1:PORT", "http://localhost:PORT",
        ])
    func origins(origin: String) async throws {
        try await withInspector { bench in
            let origin = origin.replacingOccurrences(of: "PORT", with: "\(bench.inspector.port)")
            try expect(
                try await bench.client.send("GET", "/api/program", fields: ["Origin": origin]), 403, "forbidden")
        }
    }

    @Test("The inspector's own origin is answered")
    func ownOrigin() async throws {
        try await withInspector { bench in
            let fields = ["Origin": "http://\(bench.client.host)", "Sec-Fetch-Site": "same-origin"]
            let response = try await bench.client.send("GET", "/api/program", fields: fields)
            #expect(response.status == 200)
        }
    }

    @Test("A cross-site request is rejected")
    func fetchSite() async throws {
        try await withInspector { bench in
            for site in ["cross-site", "same-site"] {
                let response = try await bench.client.send("GET", "/api/program", fields: ["Sec-Fetch-Site": site])
                try expect(response, 403, "forbidden")
            }
            let page = try await bench.client.send("GET", "/", fields: ["Sec-Fetch-Site": "cross-site"])
            try expect(page, 403, "forbidden")
            #expect(try await bench.client.send("GET", "/", fields: ["Sec-Fetch-Site": "same-site"]).status == 302)
        }
    }

    @Test("A page that navigates here reaches nothing, and costs no more than a request of its limit")
    func navigation() async throws {
        try await withInspector { bench in
            let own = "Host: \(bench.client.host)\r\nConnection: close\r\n"
            let mark =
                "Sec-Fetch-Site: cross-site\r\nSec-Fetch-Mode: navigate\r\nCookie: token=\(bench.client.token)\r\n"
            for target in ["/", "/timeline", "/api/program", "/api/actions/perform", "/nothing"] {
                let link = "GET \(target) HTTP/1.1\r\n\(own)\(mark)\r\n"
                try expect(try await bench.client.send(raw: link), 403, "forbidden")
                let form = "POST \(target) HTTP/1.1\r\n\(own)\(mark)Content-Length: 3\r\n\r\na=b"
                try expect(try await bench.client.send(raw: form), 403, "forbidden")
            }
            let long = String(repeating: "a", count: 200 << 10)
            for _ in 0..<4 {
                let link = try await bench.client.exchange(raw: "GET /?\(long) HTTP/1.1\r\n\(own)\(mark)\r\n")
                #expect(link.hasPrefix("HTTP/1.1 431 "))
                let cookie = try await bench.client.exchange(raw: "GET / HTTP/1.1\r\n\(own)Cookie: \(long)\r\n\r\n")
                #expect(cookie.hasPrefix("HTTP/1.1 431 "))
            }
            #expect(try await bench.client.send("GET", "/api/program").status == 200)
        }
    }

    @Test("Origin and token are checked before the method, the path and the body")
    func beforeBody() async throws {
        try await withInspector { bench in
            for method in ["GET", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE", "PATCH"] {
                for target in ["/timeline", "/api/program", "/api/nothing"] {
                    let foreign = try await bench.client.send(method, target, fields: ["Host": "evil.example"])
                    #expect(foreign.status == 403, "\(method) \(target)")
                    guard target.hasPrefix("/api/") else { continue }
                    let stranger = try await bench.client.send(method, target, fields: ["Authorization": nil])
                    #expect(stranger.status == 401, "\(method) \(target)")
                }
            }
            for body in ["Content-Length: 1", "Transfer-Encoding: chunked"] {
                for method in ["GET", "POST"] {
                    // Its body never comes: no connection waits for it.
                    let page = "\(method) / HTTP/1.1\r\nHost: \(bench.client.host)\r\n\(body)\r\n\r\n"
                    #expect(try await bench.client.exchange(raw: page).hasPrefix("HTTP/1.1 400 "))
                }
            }
            let raw =
                "POST /api/logging/focus HTTP/1.1\r\nHost: \(bench.client.host)\r\nContent-Length: 9999999\r\n\r\nab"
            #expect(try await bench.client.exchange(raw: raw).hasPrefix("HTTP/1.1 401 "))
        }
    }

    @Test("Invalid bytes get the strict fields as well, and an error as JSON")
    func invalidBytes() async throws {
        try await withInspector { bench in
            for raw in ["nonsense\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "GET / HTTP/1.1\r\nHost : h\r\n\r\n"] {
                let response = try RawClient.parse(Array(try await bench.client.exchange(raw: raw).utf8))
                try expect(response, raw.contains("9.9") ? 505 : 400, "bad-request")
                #expect(response.field("cache-control") == "no-store")
                #expect(response.field("x-content-type-options") == "nosniff")
                #expect(response.field("content-security-policy")?.contains("default-src 'none'") == true)
            }
            let own = "Host: \(bench.client.host)\r\nAuthorization: Bearer \(bench.client.token)\r\n"
            let chunks = "POST /api/logging/focus HTTP/1.1\r\n\(own)Transfer-Encoding: chunked\r\n\r\nzz\r\n"
            try expect(RawClient.parse(Array(try await bench.client.exchange(raw: chunks).utf8)), 400, "bad-request")
        }
    }

    @Test(
        "Without the token every request of the interface is rejected",
        arguments: [
            nil, "", "Bearer", "Bearer ", "Bearer 00000000000000000000000000000000", "Basic TOKEN", "TOKEN",
            "Bearer TOKENx",
            "Bearer TOKEN TOKEN",
        ])
    func tokens(authorization: String?) async throws {
        try await withInspector { bench in
            let value = authorization?.replacingOccurrences(of: "TOKEN", with: bench.client.token)
            for target in ["/api/program", "/api/stream", "/api/runs", "/api/nothing", "/api"] {
                let response = try await bench.client.send("GET", target, fields: ["Authorization": value])
                try expect(response, 401, "unauthorized")
                #expect(response.field("www-authenticate") == "Bearer")
            }
        }
    }

    @Test("A token in the address or in a cookie counts for nothing")
    func tokenElsewhere() async throws {
        try await withInspector { bench in
            let token = bench.client.token
            let response = try await bench.client.send(
                "GET", "/api/program?token=\(token)", fields: ["Authorization": nil, "Cookie": "token=\(token)"])
            try expect(response, 401, "unauthorized")
        }
    }

    @Test("A token has 128 random bits, and each start its own")
    func randomTokens() async throws {
        let tokens = (0..<100).map { _ in SecretToken().reveal() }
        #expect(Set(tokens).count == 100)
        for token in tokens {
            let isHexadecimal = token.allSatisfy { $0.isHexDigit }
            #expect(token.utf8.count == 32 && isHexadecimal)
        }
        let token = try #require(SecretToken("0123456789abcdef0123456789ABCDEF"))
        #expect(token.matches("0123456789abcdef0123456789abcdef"))
        #expect(!token.matches("0123456789abcdef0123456789abcdee"))
        #expect(!token.matches("1123456789abcdef0123456789abcdef"))
        #expect(!token.matches(""))
        #expect("\(token)" == "hidden")
        #expect(String(reflecting: token) == "hidden")
        #expect(SecretToken("short") == nil)
        #expect(SecretToken(String(repeating: "g", count: 32)) == nil)
    }

    @Test("No answer sets a cookie or opens itself to another origin, and each carries the strict policy")
    func fields() async throws {
        try await withInspector { bench in
            let preflight = [
                "Origin": "http://\(bench.client.host)", "Access-Control-Request-Method": "POST",
            ]
            let responses = [
                try await bench.client.send("GET", "/api/program"),
                try await bench.client.send("GET", "/"),
                try await bench.client.send("GET", "/nothing"),
                try await bench.client.send("GET", "/api/program", fields: ["Authorization": nil]),
                try await bench.client.send("OPTIONS", "/api/program", fields: preflight),
            ]
            for response in responses {
                #expect(response.field("set-cookie") == nil)
                let opens = response.fields.contains { $0.name.hasPrefix("access-control-") }
                #expect(!opens)
                let policy = """
                    default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
                    base-uri 'none'; form-action 'none'; frame-ancestors 'none'
                    """
                #expect(response.field("content-security-policy") == policy)
                #expect(response.field("x-content-type-options") == "nosniff")
                #expect(response.field("referrer-policy") == "no-referrer")
                #expect(response.field("cross-origin-opener-policy") == "same-origin")
                #expect(response.field("cross-origin-resource-policy") == "same-origin")
                #expect(response.field("cache-control") == "no-store")
            }
            #expect(responses[4].status == 405)
        }
    }

    @Test(
        "Paths can't leave the folder of pages",
        arguments: [
            "/../Package.swift", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "/kit/../../x",
            "//etc/passwd",
            "/kit//x", "/%00", "/kit/%ff", "/inspector.html", "/inspector/pages/timeline", "/.", "/..",
        ])
    func traversal(path: String) async throws {
        try await withInspector { bench in
            try expect(try await bench.client.send("GET", path), 404, "not-found")
        }
    }

    @Test(
        "A run's name is looked up and never used as a path",
        arguments: [
            "..", "%2e%2e%2fsecret", "..%2f..%2fetc%2fpasswd", "x", "20261121T091240.120Z-1-0000",
        ])
    func runNames(name: String) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("runs-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await withInspector(configure: { $0.storage = .folder(folder.path) }) { bench in
            try expect(try await bench.client.send("GET", "/api/runs/\(name)"), 404, "not-found")
            try expect(try await bench.client.send("DELETE", "/api/runs/\(name)"), 404, "not-found")
            try expect(try await bench.client.send("GET", "/api/timeline?run=\(name)"), 404, "not-found")
        }
    }

    @Test("In a release build it starts only on request")
    func releaseBuild() async throws {
        try await withInspector { bench in
            var tuning = Inspector.Tuning()
            tuning.build = .release
            await #expect(throws: InspectorError.releaseBuild) {
                _ = try await Inspector.start(bench.runtime, InspectorConfiguration(), tuning: tuning)
            }
            let configuration = InspectorConfiguration(allowsReleaseBuilds: true)
            let inspector = try await Inspector.start(bench.runtime, configuration, tuning: tuning)
            await inspector.stop()
        }
    }

    @Test("It listens on this machine only")
    func loopback() async throws {
        #expect(InspectorConfiguration().host == "127.0.0.1")
        try await withInspector { bench in #expect(bench.inspector.url.host == "127.0.0.1") }
    }

    @Test("Secrets in inputs reach no answer, no export and no news")
    func secrets() async throws {
        try await withGuarded { guarded in
            let bench = guarded.bench
            let reader = try await StreamReader(bench.client)
            defer { reader.close() }
            _ = try await reader.next("hello")
            await Editing.save.perform(Document(title: "Plan", fails: true))
            var change = try await reader.next("timeline", as: PageData.TimelineChange.self)
            while change.rows?.contains(where: { $0.outcome == "failure" }) != true {
                change = try await reader.next("timeline", as: PageData.TimelineChange.self)
            }
            #expect(change.rows?.contains { $0.input == "Plan" } == true)
            #expect(!String(decoding: reader.received, as: UTF8.self).contains(Document.secret))

            let rows: PageData.Rows = try await bench.client.get("timeline?only=actions")
            let run = try #require(bench.runtime.timeline?.runIdentifier)
            let targets =
                ["timeline", "stacks", "runs/\(run)", "activities"] + rows.rows.map { "timeline/performs/\($0.id)" }
                + ExportFormat.allCases.map { "timeline/export?format=\($0.rawValue)" }
            for target in targets {
                let response = try await bench.client.send("GET", "/api/\(target)")
                // Other values are in the response, so the secret could have been as well.
                let isTold = response.text.contains("Plan") || response.text.contains("Front door")
                #expect(isTold, "\(target)")
                #expect(!response.text.contains(Document.secret), "\(target)")
            }
            for target in ["logs", "runs", "runs/\(guarded.earlier)", "features", "actions", "access", "program"] {
                let response = try await bench.client.send("GET", "/api/\(target)")
                #expect(response.status == 200)
                #expect(!response.text.contains(Document.secret), "\(target)")
            }
        }
    }
}
