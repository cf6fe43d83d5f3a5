import Foundation
import Testing

@testable import Documents

@Suite struct RequestBodyTests {
    @Test("A body with a too large declared size is rejected before it is read")
    func declaredTooLarge() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let answer = try await app.client.send(
                "POST", "/api/tabs/\(tab.id)/perform/create",
                headers: ["Content-Type": "application/json", "Content-Length": "\(RequestBody.limit + 1)"])
            #expect(answer.status == 413)
            #expect(answer.code == "too-large")
        }
    }

    @Test("A body without a declared size has the same limit")
    func chunkedTooLarge() async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let chunk = String(repeating: "x", count: 1 << 20)
            let body = "{\"name\":\"" + String(repeating: chunk, count: 13)
            let chunks = "\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n0\r\n\r\n"
            let answer = try? await app.client.send(
                "POST", "/api/tabs/\(tab.id)/perform/create",
                headers: ["Content-Type": "application/json", "Transfer-Encoding": "chunked"], body: nil, raw: chunks)
            // The connection ends while the body is being sent, so that the response may be lost; the body is never
            // accepted.
            #expect(answer == nil || answer?.status == 413 || answer?.status == 0)
            #expect(app.folder.files.isEmpty)
        }
    }

    @Test(
        "An invalid or incomplete body is rejected",
        arguments: [
            ("create", "name=x", 400), ("create", "{}", 400), ("save", #"{"name":"a.md","text":"x"}"#, 400),
            ("save", #"{"name":"a.md","text":"x","version":"not hexadecimal"}"#, 400),
            ("crash", #"{"how":"gently"}"#, 400),
            ("nothing", "{}", 404), ("switch-feature", #"{"feature":"everything","on":true}"#, 404),
        ])
    func malformed(action: String, body: String, status: Int) async throws {
        try await withApp { app in
            let tab = try await app.tab()
            let answer = try await app.client.send("POST", "/api/tabs/\(tab.id)/perform/\(action)", body: body)
            #expect(answer.status == status)
        }
    }

    @Test("A form, which any page can send, is rejected because of its media type")
    func form() async throws {
        try await withApp { app in
            for type in ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""] {
                let answer = try await app.client.send(
                    "POST", "/api/tabs", headers: ["Content-Type": type],
                    body: #"{"tab":"00000000000000000000000000000001"}"#)
                #expect(answer.status == 415)
            }
        }
    }

    @Test(
        "A request inside an unread body has no response",
        arguments: [
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: chunked\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nContent-Length: 5000\r\n\r\n",
            "POST /api/tabs HTTP/1.1\r\nHost: evil.example\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST /nowhere HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST /api/tabs HTTP/1.1\r\nHost: 127.0.0.1:PORT\r\nX-CSRF-Token: 0\r\nContent-Length: 3000000\r\n\r\n",
        ])
    func smuggling(head: String) async throws {
        try await withApp { app in
            let port = "\(app.client.port)"
            let hidden = "GET /assets/icon.svg HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r\n"
            let answer = try await app.client.sendRaw(head.replacing("PORT", with: port) + hidden)
            #expect(answer.components(separatedBy: "HTTP/1.1 ").count == 2)
            #expect(!answer.contains("<svg"))
        }
    }
}
