import TestSupport
import Testing

@testable import Documents

@Suite struct RequestGuardTests {
    @Test("A Host other than loopback with the server’s port is rejected, as after DNS rebinding")
    func host() async throws {
        try await withApp { app in
            let port = app.client.port
            for host in [
                "evil.example:\(port)", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:\(port)", "0.0.0.0:\(port)",
                "",
            ] {
                for path in ["/", "/assets/app.js", "/api/tabs"] {
                    let answer = try await app.client.send("GET", path, headers: ["Host": host])
                    #expect(answer.status == 403 && answer.code == "host", "\(host) \(path)")
                }
            }
            let withoutHost = try await app.client.send("GET", "/", headers: ["Host": nil])
            #expect(withoutHost.status == 403)
            for host in ["127.0.0.1:\(port)", "localhost:\(port)", "[::1]:\(port)", "LocalHost:\(port)"] {
                let answer = try await app.client.send("GET", "/", headers: ["Host": host])
                #expect(answer.status == 200)
            }
        }
    }

    @Test("An Origin other than the server’s is rejected")
    func origin() async throws {
        try await withApp { app in
            let port = app.client.port
            let body = #"{"tab":"00000000000000000000000000000001"}"#
            for origin in [
                "https://evil.example", "null", "http://127.0.0.1", "http://127.0.0.1:1", "https://127.0.0.1:\(port)",
                "http://localhost:\(port)",
            ] {
                let answer = try await app.client.send("POST", "/api/tabs", headers: ["Origin": origin], body: body)
                #expect(answer.status == 403 && answer.code == "origin", "\(origin)")
            }
            let own = try await app.client.send(
                "POST", "/api/tabs", headers: ["Origin": "http://127.0.0.1:\(port)"], body: body)
            #expect(own.status == 200)
        }
    }

    @Test("A request from another site according to the browser is rejected")
    func fetchMetadata() async throws {
        try await withApp { app in
            let body = #"{"tab":"00000000000000000000000000000001"}"#
            for site in ["cross-site", "same-site", "none"] {
                let foreign = try await app.client.send(
                    "POST", "/api/tabs", headers: ["Sec-Fetch-Site": site], body: body)
                #expect(foreign.code == "origin")
            }
            let own = try await app.client.send(
                "POST", "/api/tabs", headers: ["Sec-Fetch-Site": "same-origin"], body: body)
            #expect(own.status == 200)
        }
    }

    @Test("Every call requires the exact token, and changes nothing without it")
    func token() async throws {
        try await withApp { app in
            try app.folder.write("text", to: "Plan.md")
            let tab = try await app.tab()
            let token = app.app.server.secret.text
            let wrong: [String?] = [
                nil, "", "0", String(token.dropLast()), token + "0", String(token.reversed()),
                token.uppercased() + " x",
            ]
            let calls =
                [
                    "/api/tabs", "/api/nothing",
                ]
                + [
                    "list", "search", "create", "open", "edit", "save", "rename", "delete", "restore", "close",
                    "preview", "import", "stop-import", "switch-feature", "crash",
                ].map { "/api/tabs/\(tab.id)/perform/\($0)" }
            for call in calls {
                for value in wrong {
                    let answer = try await app.client.send(
                        "POST", call, headers: ["X-CSRF-Token": value], body: #"{"name":"Plan.md"}"#)
                    #expect(answer.status == 403 && answer.code == "token", "\(call) \(value ?? "none")")
                }
            }
            let stream = try await app.client.send("GET", "/api/tabs/\(tab.id)/stream", headers: ["X-CSRF-Token": nil])
            #expect(stream.code == "token")
            #expect(app.folder.files == ["Plan.md"])
        }
    }

    @Test("No response contains the token, which has 128 bits and differs at each start")
    func tokenNowhere() async throws {
        var tokens: Set<String> = []
        for _ in 0..<3 {
            try await withApp { app in
                let token = app.app.server.secret.text
                for path in ["/", "/new", "/open/Map", "/export/Map", "/assets/app.js", "/assets/api.js", "/api/tabs"] {
                    let answer = try await app.client.send("GET", path, headers: ["X-CSRF-Token": nil])
                    #expect(!answer.body.contains(token) && !answer.headers.values.contains { $0.contains(token) })
                }
                #expect(token.utf8.count == 32 && token.allSatisfy(\.isHexDigit))
                tokens.insert(token)
            }
        }
        #expect(tokens.count == 3)
    }

    @Test("Only an equal secret matches")
    func comparison() {
        let secret = Secret()
        #expect(secret.matches(secret.text))
        #expect(!secret.matches(nil))
        #expect(!secret.matches(""))
        for index in secret.text.indices {
            var other = secret.text
            other.replaceSubrange(index...index, with: secret.text[index] == "0" ? "1" : "0")
            #expect(!secret.matches(other))
        }
    }

    @Test("The server listens on the loopback interface only")
    func loopback() async throws {
        try await withApp { app in
            #expect(app.app.server.address == "127.0.0.1")
        }
    }
}
