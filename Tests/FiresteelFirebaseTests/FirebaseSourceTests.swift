import FiresteelFirebase
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import FlagTesting
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("Firebase Remote Config, as apps fetch it") struct FirebaseSourceTests {
    private let app = FirebaseApp(project: "my-project", appID: "1:23:ios:45", apiKey: "key", version: "1.2")
    private let anna = EvaluationContext(
        targetingKey: "anna", attributes: ["plan": "pro", "age": 30, "ratio": 0.5, "beta": true, "tags": ["a"]])

    private func provider(_ transport: ScriptedTransport, types: FirebaseTypes = FirebaseTypes()) throws
        -> RemoteFlagProvider
    {
        let provider = RemoteFlagProvider(
            "Firebase",
            source: try .firebase(app, types: types) { @Sendable in FirebaseInstallation(id: "fid", token: "auth") },
            transport: transport)
        provider.fixedContextChanged(anna)
        return provider
    }

    private func value(_ provider: RemoteFlagProvider, _ key: String) -> JSONValue? {
        guard case .value(let value)? = provider.rule(for: key)?.evaluate(anna, now: 0).outcome else { return nil }
        return value
    }

    @Test("It requests values for an installation, with the context's texts and numbers as signals")
    func request() async throws {
        let transport = ScriptedTransport { _, _ in .json(#"{"state": "UPDATE", "entries": {}}"#) }
        try await provider(transport).refresh()
        let request = try #require(transport.requests.first)
        #expect(request.method == .post)
        #expect(
            request.url?.absoluteString
                == "https://firebaseremoteconfig.googleapis.com/v1/projects/my-project/namespaces/firebase:fetch")
        #expect(request.fields[.googleAPIKey] == "key")
        #expect(request.fields[.firebaseInstallationsAuth] == "auth")
        #expect(
            try JSONValue(json: request.body) == [
                "app_id": "1:23:ios:45", "app_instance_id": "fid", "app_instance_id_token": "auth",
                "app_version": "1.2", "custom_signals": ["plan": "pro", "age": 30, "ratio": 0.5],
            ])
    }

    @Test("More fields go with each request, and don’t replace Firebase's own")
    func headers() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        let transport = ScriptedTransport { _, _ in .json(#"{"state": "UPDATE", "entries": {}}"#) }
        let source = try FirebaseSource(
            app, headers: [tenant: "blue", .googleAPIKey: "other", .contentType: "text/plain"]
        ) { @Sendable in FirebaseInstallation(id: "fid", token: "auth") }
        let provider = RemoteFlagProvider("Firebase", source: source, transport: transport)
        provider.fixedContextChanged(anna)
        try await provider.refresh()
        let request = try #require(transport.requests.first)
        #expect(request.fields[tenant] == "blue" && request.fields[values: .googleAPIKey] == ["key"])
        #expect(request.fields[values: .contentType] == ["application/json"])
    }

    @Test("More fields of a template's source go with each request")
    func templateHeaders() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        let transport = ScriptedTransport { _, _ in .json("{}") }
        let source: FirebaseTemplateSource = try .firebaseTemplate(
            project: "my-project", token: { @Sendable in "t" }, headers: [tenant: "blue", .authorization: "Basic x"])
        try await RemoteFlagProvider("Firebase", source: source, transport: transport).refresh()
        let request = try #require(transport.requests.first)
        #expect(request.fields[tenant] == "blue" && request.fields[values: .authorization] == ["Bearer t"])
    }

    @Test("All of repeated fields go with each request for a template")
    func repeatedHeaders() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        var headers: HTTPFields = [.accept: "text/plain"]
        for value in ["blue", "red"] { headers.append(HTTPField(name: tenant, value: value)) }
        let source: FirebaseTemplateSource = try .firebaseTemplate(
            project: "my-project", token: { @Sendable in "t" }, headers: headers)
        let request = try await source.request(for: .empty, hint: nil)
        #expect(request.fields[values: tenant] == ["blue", "red"])
        #expect(request.fields[values: .accept] == ["text/plain"])
    }

    @Test("More fields don't go to another server")
    func redirected() async throws {
        let tenant = HTTPField.Name(literal: "X-Tenant")
        let other = try TestServer { _ in [.response(200, [.contentType: "application/json"], "{}")] }
        let target = other.url("/moved").absoluteString
        let server = try TestServer { _ in [.response(307, [.location: target])] }
        let template = FirebaseTemplateSource(server.url, credentials: .bearer("t"), headers: [tenant: "blue"])
        let options = RemoteFlagOptions(limits: HTTPLimits(timeout: .seconds(240)))
        try await RemoteFlagProvider(
            "Firebase", source: template, transport: URLSessionTransport(), options: options
        ).refresh()
        #expect(server.requests.first?.fields[tenant] == "blue")
        let last = try #require(other.requests.first)
        #expect(last.fields[tenant] == nil && last.fields[.authorization] == nil)

        let values = try FirebaseSource(app, address: server.url, headers: [tenant: "blue"]) { @Sendable in
            FirebaseInstallation(id: "fid", token: "auth")
        }
        let provider = RemoteFlagProvider(
            "Firebase", source: values, transport: URLSessionTransport(), options: options)
        provider.fixedContextChanged(anna)
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(server.requests.count == 2 && other.requests.count == 1)
    }

    @Test("Its texts have the declared types, and keys are the program's")
    func values() async throws {
        let entries = #"{"editor__autosave": "yes", "editor__width": "72", "name": "42", "broken": "wide", "odd": 3}"#
        let transport = ScriptedTransport { _, _ in .json(#"{"state": "UPDATE", "entries": \#(entries)}"#) }
        let provider = try provider(
            transport, types: FirebaseTypes(["editor.autosave": .bool, "name": .string, "broken": .int]))
        try await provider.refresh()
        #expect(value(provider, "editor.autosave") == true)
        #expect(value(provider, "editor.width") == 72)
        #expect(value(provider, "name") == "42")
        #expect(provider.keys == ["editor.autosave", "editor.width", "name", "broken"])
        guard case .failed(let error)? = provider.rule(for: "broken")?.evaluate(anna, now: 0).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .parseError)
        #expect(provider.status.error?.message.contains("“broken”") == true)
    }

    @Test("The types of declared flags apply, also if the container determines the key")
    func declaredTypes() async throws {
        struct EditorFlags: FlagContainer {
            static let key = "editor"
            let name = Flag(default: "")
        }
        let transport = ScriptedTransport { _, _ in .json(#"{"state": "UPDATE", "entries": {"editor__name": "42"}}"#) }
        let flags = try FlagStack([]).register(EditorFlags.self)
        let provider = try provider(transport, types: FirebaseTypes([flags.name.declaration]))
        try await provider.refresh()
        #expect(value(provider, "editor.name") == "42")
    }

    @Test("“No change” keeps the values, and an empty configuration has none")
    func states() async throws {
        let transport = ScriptedTransport { request, number in
            switch number {
            case 1: .json(#"{"state": "UPDATE", "entries": {"a": "1"}}"#, etag: "e1")
            case 2: .json(request.fields[.ifNoneMatch] == "e1" ? #"{"state": "NO_CHANGE"}"# : "{}", etag: "e1")
            default: .json(#"{"state": "NO_TEMPLATE"}"#)
            }
        }
        let provider = try provider(transport)
        try await provider.refresh()
        try await provider.refresh()
        #expect(value(provider, "a") == 1)
        try await provider.refresh()
        #expect(provider.keys == [])
    }

    @Test(
        "A response of another kind replaces nothing",
        arguments: [
            "{}", #"{"state": "UPDATE"}"#, #"{"state": "INSTANCE_STATE_UNSPECIFIED"}"#,
            #"{"state": "UPDATE", "entries": []}"#,
        ])
    func wrong(answer: String) async throws {
        let transport = ScriptedTransport { _, number in
            .json(number == 1 ? #"{"state": "UPDATE", "entries": {"a": "1"}}"# : answer)
        }
        let provider = try provider(transport)
        try await provider.refresh()
        await #expect(throws: RemoteFlagError.self) { try await provider.refresh() }
        #expect(value(provider, "a") == 1)
        #expect(provider.status.error != nil)
    }

    @Test("The values answer no other context")
    func otherContext() async throws {
        let provider = try provider(ScriptedTransport { _, _ in .json(#"{"state": "UPDATE", "entries": {"a": "1"}}"#) })
        try await provider.refresh()
        guard case .failed(let error)? = provider.rule(for: "a")?.evaluate(.empty, now: 0).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .invalidContext)
    }

    @Test(
        "A project that can't be part of an address is rejected, and descriptions of an installation contain no secrets"
    )
    func refused() throws {
        #expect(throws: FlagError.self) {
            try FirebaseSource(FirebaseApp(project: "..", appID: "", apiKey: "")) {
                FirebaseInstallation(id: "", token: "")
            }
        }
        var text = ""
        dump(FirebaseInstallation(id: "fid", token: "auth"), to: &text)
        #expect(!text.contains("auth") && !"\(FirebaseInstallation(id: "fid", token: "auth"))".contains("auth"))
    }
}
