import FiresteelHTTP
import FiresteelRemote
import HTTPTesting
import Testing

@Suite("A server that misbehaves", .timeLimit(.minutes(5))) struct MisbehavingServerTests {
    @Test(
        "The last good values are served, the status says what is wrong, and it isn't asked again too early",
        arguments: RemoteSourceSample.all, ServerMisbehavior.allCases)
    func check(sample: RemoteSourceSample, fault: ServerMisbehavior) async throws {
        try await MisbehavingServerCheck(sample, fault, URLSessionTransport()).run()
    }
}
