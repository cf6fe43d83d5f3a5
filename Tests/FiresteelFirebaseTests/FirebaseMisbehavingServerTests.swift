import FiresteelHTTP
import FiresteelRemote
import FiresteelTesting
import HTTPTesting
import Testing

@Suite("Firebase's servers, when they misbehave", .timeLimit(.minutes(5))) struct FirebaseMisbehavingServerTests {
    @Test(
        "The last good values are served, the status has the error, and no request is made too early",
        arguments: RemoteSourceSample.firebase, ServerMisbehavior.allCases)
    func check(sample: RemoteSourceSample, fault: ServerMisbehavior) async throws {
        try await MisbehavingServerCheck(sample, fault, URLSessionTransport()).run()
    }

    @Test("A provider with either source is one as stacks expect it", arguments: RemoteSourceSample.firebase)
    func conforms(sample: RemoteSourceSample) async throws {
        let faults = try await sample.check { provider, values, change in
            try checkProvider(provider, knows: values, change: change)
        }
        #expect(faults == [])
    }
}
