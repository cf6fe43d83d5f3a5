import FiresteelHTTP
import FiresteelRemote
import HTTPTesting
import Testing

@Suite("A server that misbehaves", .timeLimit(.minutes(5))) struct MisbehavingServerTests {
    @Test(
        "The last good values are served, the status has the error, and no request is made too early",
        arguments: RemoteSourceSample.all, ServerMisbehavior.allCases)
    func check(sample: RemoteSourceSample, fault: ServerMisbehavior) async throws {
        try await MisbehavingServerCheck(sample, fault, URLSessionTransport()).run()
    }
}
