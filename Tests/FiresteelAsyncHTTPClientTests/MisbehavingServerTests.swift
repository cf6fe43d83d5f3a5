import FiresteelAsyncHTTPClient
import FiresteelHTTP
import HTTPTesting
import Testing

@Suite("A server that misbehaves, with async-http-client", .timeLimit(.minutes(5))) struct MisbehavingServerTests {
    @Test(
        "The last good values are served, the status has the error, and no request is made too early",
        arguments: ServerMisbehavior.allCases)
    func check(fault: ServerMisbehavior) async throws {
        try await MisbehavingServerCheck(.flagd, fault, AsyncHTTPClientTransport()).run()
    }
}
