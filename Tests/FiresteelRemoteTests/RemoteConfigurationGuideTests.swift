import FiresteelFlags
import FiresteelHTTP
import FiresteelOptimizelyRemote
import FiresteelRemote
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

/// Every request of the guide goes to a server on this machine.
@Suite("Guide: remote configuration", .timeLimit(.minutes(5))) struct RemoteConfigurationGuideTests {
    private struct Session { func token() async throws -> String { "token" } }
    private struct Request { let user = "anna" }

    private let file = FileManager.default.temporaryDirectory.appending(path: "guide-\(UUID().uuidString)")
    private let definitions =
        #"{"flags": {"a": {"state": "ENABLED", "variants": {"on": true}, "defaultVariant": "on"}}}"#

    @Test("A provider is refreshed, has a status, and keeps its values")
    func flagd() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let server = try TestServer { _ in [.response(200, [:], definitions)] }
        let address = server.url("/flags.json")
        do {
            let token = "fs_server_1"
            // guide: RemoteConfiguration
            let flags = RemoteFlagProvider.firesteel(
                address, token: token, transport: URLSessionTransport(), options: RemoteFlagOptions(cache: file))
            flags.start()
            let stack = FlagStack([flags])
            // end
            withExtendedLifetime(stack) { flags.stop() }
        }
        // guide: RemoteConfiguration
        let flags = RemoteFlagProvider(
            "flags.example.com", source: .flagd(address), transport: URLSessionTransport(),
            options: RemoteFlagOptions(cache: file))
        flags.start()
        let stack = FlagStack([flags])
        // end

        // guide: RemoteConfiguration
        do {
            try await flags.refresh()
        } catch let failure as RemoteFlagError {
            print("The flags stay as they are: \(failure)")
        }
        // end
        #expect(stack[Flag("a", default: false)])

        // guide: RemoteConfiguration
        let status = flags.status
        if status.state == .stale, let updated = status.updated {
            print("The flags are of \(Date(timeIntervalSince1970: updated)).")
        }
        if let fault = status.error { print(fault) }
        // end
        #expect(status.state == .ready)
        flags.stop()

        // guide: RemoteConfiguration
        let named = RemoteFlagProvider(
            "flags.example.com", source: .flagd(address, headers: [.userAgent: "Notes/2.4"]),
            transport: URLSessionTransport())
        // end
        try await named.refresh()
        #expect(server.requests.last?.fields[.userAgent] == "Notes/2.4")
        withExtendedLifetime(server) {}
    }

    @Test("A server that speaks OFREP decides for the fixed context, or for one of the caller's own")
    func ofrep() async throws {
        defer { try? FileManager.default.removeItem(at: file) }
        let testServer = try TestServer { request in
            let flag = #"{"key": "new-editor", "value": true}"#
            return [.response(200, [:], request.target.hasSuffix("flags") ? #"{"flags": [\#(flag)]}"# : flag)]
        }
        let (server, session, user, key, request) = (testServer.url, Session(), "anna", "key", Request())
        // guide: RemoteConfiguration
        let flags = RemoteFlagProvider(
            "OFREP", source: .ofrep(server, credentials: .bearer { @Sendable in try await session.token() }),
            transport: URLSessionTransport(), options: RemoteFlagOptions(interval: .seconds(60), cache: file))
        let stack = FlagStack([flags])
        stack.setContext(EvaluationContext(targetingKey: user, attributes: ["plan": "premium"]))
        flags.start()
        // end
        try await flags.refresh()
        #expect(stack[Flag("new-editor", default: false)])
        flags.stop()

        // guide: RemoteConfiguration
        let client = OFREPClient(.ofrep(server, credentials: .apiKey(key)), transport: URLSessionTransport())
        let answer = try await client.evaluate("new-editor", in: EvaluationContext(targetingKey: request.user))
        if case .value(let value) = answer.evaluation.outcome { print(value) }
        // end
        #expect(answer.evaluation.outcome == .value(true))
        withExtendedLifetime(testServer) {}
    }

    @Test("Optimizely's flags have the program's keys")
    func optimizely() throws {
        let sdkKey = "key"
        let address = try #require(URL(string: "https://flags.example.com/datafile.json"))
        do {
            // guide: RemoteConfiguration
            let flags = RemoteFlagProvider(
                "Optimizely", source: try .optimizely(sdkKey: sdkKey), transport: URLSessionTransport())
            // end
            #expect(flags.status.state == .notReady)
        }
        do {
            // guide: RemoteConfiguration
            let keys = try FlagKeyMapping(.letters(maximum: 64), names: ["editor.autosave": "autosave_2026"])
            let flags = RemoteFlagProvider(
                "Optimizely", source: OptimizelySource(address, keys: keys), transport: URLSessionTransport())
            // end
            #expect(flags.status.state == .notReady)
        }
    }
}
