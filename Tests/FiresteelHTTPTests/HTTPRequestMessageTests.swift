import FiresteelHTTP
import Foundation
import HTTPTypes
import Testing

@Suite("Requests") struct HTTPRequestMessageTests {
    @Test(
        "The address of a request is the one that it was made of",
        arguments: [
            "https://flags.example.com/a%2Fb?q=%20&r", "http://127.0.0.1:8080/", "http://[::1]:8080/x?y",
            "https://example.com/?token=a/b",
        ])
    func addresses(_ text: String) throws {
        let request = HTTPRequestMessage(.get, try #require(URL(string: text)))
        #expect(request.url?.absoluteString == text)
    }

    @Test("An address without a path requests the root, and a fragment isn't sent")
    func root() throws {
        let request = HTTPRequestMessage(.get, try #require(URL(string: "https://example.com#part")))
        #expect(request.url?.absoluteString == "https://example.com/")
        #expect(request.head.path == "/")
    }

    @Test("User and password of an address are sent as a field, unless another is given")
    func credentials() throws {
        let url = try #require(URL(string: "https://anna:p%40ss@example.com/"))
        let request = HTTPRequestMessage(.get, url)
        #expect(request.url?.absoluteString == "https://example.com/")
        #expect(request.fields[.authorization] == "Basic " + Data("anna:p@ss".utf8).base64EncodedString())
        let other = HTTPRequestMessage(.get, url, fields: [.authorization: "Bearer t"])
        #expect(other.fields[.authorization] == "Bearer t")
    }

    @Test(
        "What is no address for HTTP is refused before anything is sent",
        arguments: [
            "relative/path", "ftp://example.com/", "file:///etc/hostname", "mailto:anna@example.com", "http:///x",
        ])
    func refused(_ text: String) async throws {
        let request = HTTPRequestMessage(.get, try #require(URL(string: text)))
        let error = await #expect(throws: HTTPTransportError.self) { try await URLSessionTransport().send(request) }
        guard case .unusableAddress = error else {
            Issue.record("The error is another: \(String(describing: error))")
            return
        }
    }

    @Test("A line end in a field's value can't begin another field")
    func lineEnds() throws {
        let url = try #require(URL(string: "https://example.com/"))
        let request = HTTPRequestMessage(.get, url, fields: [.authorization: "Bearer t\r\nX: y"])
        #expect(request.fields[.authorization]?.contains { $0.isNewline } == false)
    }
}
