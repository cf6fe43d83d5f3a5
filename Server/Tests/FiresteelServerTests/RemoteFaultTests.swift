import DatabaseTestSupport
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import FiresteelServer
import FiresteelStore
import Testing

@Suite("Programs whose way to the server is disturbed", .timeLimit(.minutes(5)))
struct RemoteFaultTests {
    private func propose(
        _ id: String, _ edits: [JSONValue], _ fixture: ServerFixture, cookie: String
    ) async throws {
        let answer = try await fixture.propose(id, edits, cookie: cookie)
        #expect(answer.json["result"] == "applied", "\(answer.json)")
    }

    /// Creates a flag with three values, of which everyone has the first.
    private func createFlag(_ fixture: ServerFixture, cookie: String) async throws {
        let variants = (1...3).map { value -> JSONValue in ["name": .string("v\(value)"), "value": .int(value)] }
        let edits: [JSONValue] = [
            ["kind": "flag", "name": "width", "create": ["type": "integer", "variants": .array(variants)]],
            [
                "kind": "targeting", "name": "width", "environment": "development",
                "create": ["isOn": true, "otherwise": ["variant": "v1"]],
            ],
        ]
        try await propose("create", edits, fixture, cookie: cookie)
    }

    /// Gives everyone the next value: 2 with the second change, 3 with the third.
    private func setValue(_ value: Int, _ fixture: ServerFixture, cookie: String) async throws {
        let edit: JSONValue = [
            "kind": "targeting", "name": "width", "environment": "development", "base": .int(value - 1),
            "set": ["otherwise": ["variant": .string("v\(value)")]],
        ]
        try await propose("set-\(value)", [edit], fixture, cookie: cookie)
    }

    private func options(for fault: TransportFault) -> RemoteFlagOptions {
        let timeout: Duration = fault == .slow ? .seconds(1) : .seconds(30)
        // After the fault, only the event stream and what is tried again bring the newest value.
        return RemoteFlagOptions(
            interval: .seconds(600), limits: HTTPLimits(bodyBytes: 100_000, timeout: timeout),
            retry: RetryPolicy(first: .milliseconds(20), maximum: .milliseconds(100)))
    }

    @Test(
        "The last good value is served while something is wrong, and the newest one afterwards",
        arguments: [AccessToken.Kind.server, .client], TransportFault.allCases)
    func disturbance(_ kind: AccessToken.Kind, _ fault: TransportFault) async throws {
        try await ServerFixture.with { fixture in
            let cookie = try await fixture.signInFirst()
            try await createFlag(fixture, cookie: cookie)
            let transport = FaultyTransport(fault)
            let token = try await fixture.token(kind)
            let provider = RemoteFlagProvider.firesteel(
                fixture.base, token: token, transport: transport, options: options(for: fault))
            let stack = FlagStack([provider])
            let width = Flag("width", default: 0)
            provider.start()
            defer { provider.stop() }
            // The next change is an event, so it doesn't wait for a poll.
            try await eventually { transport.hasStream && stack.value(of: width) == 1 }

            transport.begin()
            // No answer from before the fault is still on its way with what changes now.
            try await eventually { transport.isIdle }
            try await setValue(2, fixture, cookie: cookie)
            let state = fault.words == nil ? FlagProviderStatus.State.ready : .stale
            try await eventually { transport.hasAffected && provider.status.state == state }
            #expect(stack.value(of: width) == 1)
            let message = provider.status.error?.message
            if let words = fault.words {
                #expect(message?.contains(words) == true, "\(provider.status)")
            } else {
                #expect(message == nil)
            }

            transport.end()
            try await setValue(3, fixture, cookie: cookie)
            // Rejected credentials aren't sent again by themselves.
            if fault == .rejecting { try await provider.refresh() }
            try await eventually { stack.value(of: width) == 3 && provider.status.state == .ready }
            #expect(provider.status.error == nil && provider.status.revision == 3)
        }
    }
}
