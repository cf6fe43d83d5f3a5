import FiresteelRemote
import FiresteelTesting
import HTTPTesting
import Testing

@Suite("Remote providers keep to what stacks expect of them", .timeLimit(.minutes(5)))
struct RemoteProviderConformanceTests {
    @Test("A provider with each source", arguments: RemoteSourceSample.all)
    func conforms(sample: RemoteSourceSample) async throws {
        let faults = try await sample.check { provider, values, change in
            try checkProvider(provider, knows: values, change: change)
        }
        #expect(faults == [])
    }
}
