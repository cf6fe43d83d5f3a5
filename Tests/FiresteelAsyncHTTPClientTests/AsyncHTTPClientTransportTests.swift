import FiresteelAsyncHTTPClient
import FiresteelHTTP
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("HTTP with async-http-client") struct AsyncHTTPClientTransportTests {
    @Test("It meets the requirements of a transport", .timeLimit(.minutes(5)), arguments: TransportCheck.all)
    func check(_ check: TransportCheck) async throws {
        try await check.run(AsyncHTTPClientTransport())
    }

    @Test("A field that can't be sent is rejected, and the error doesn't contain its value")
    func unusableField() async throws {
        let url = try #require(URL(string: "http://127.0.0.1:1/"))
        let request = HTTPRequestMessage(.get, url, fields: [.authorization: "Bearer secret\u{1}"])
        let error = await #expect(throws: HTTPTransportError.self) {
            try await AsyncHTTPClientTransport().send(request)
        }
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test("A body without a length is read little further than the limit", .timeLimit(.minutes(5)))
    func endlessBody() async throws {
        let sent = try await TransportCheck.refuseEndlessBody(AsyncHTTPClientTransport())
        // The system's buffers of both sockets are beyond the limit.
        #expect(sent < 40 << 20)
    }
}
