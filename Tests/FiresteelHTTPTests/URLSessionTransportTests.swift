import FiresteelHTTP
import HTTPTesting
import Testing

@Suite("HTTP with URLSession") struct URLSessionTransportTests {
    @Test("It does what a transport has to do", .timeLimit(.minutes(5)), arguments: TransportCheck.all)
    func check(_ check: TransportCheck) async throws {
        try await check.run(URLSessionTransport())
    }
}
