import FiresteelFirebase
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import HTTPTesting
import HTTPTypes
import Testing

@Suite("Guide: remote configuration, Firebase") struct FirebaseGuideTests {
    private func installation() async throws -> FirebaseInstallation { FirebaseInstallation(id: "id", token: "token") }
    private func token() async throws -> String { "token" }

    @Test("An app fetches values, and a server its template")
    func both() async throws {
        let app = FirebaseApp(project: "my-project", appID: "1:23:ios:45", apiKey: "key")
        let autosave = Flag("editor.autosave", default: false)
        let declarations = [autosave.declaration]
        let transport = ScriptedTransport { request, _ in
            request.method == .get
                ? .json(#"{"parameters": {"editor__autosave": {"defaultValue": {"value": "true"}}}}"#)
                : .json(#"{"state": "UPDATE", "entries": {"editor__autosave": "yes"}}"#)
        }
        // guide: RemoteConfiguration
        let firebase = RemoteFlagProvider(
            "Firebase",
            source: try .firebase(app, types: FirebaseTypes(declarations)) { @Sendable in try await installation() },
            transport: transport)
        // end
        // guide: RemoteConfiguration
        let template = RemoteFlagProvider(
            "Firebase", source: try .firebaseTemplate(project: "my-project") { @Sendable in try await token() },
            transport: transport)
        // end
        for provider in [firebase, template] {
            let stack = FlagStack([provider])
            try await provider.refresh()
            #expect(stack[autosave])
        }
    }
}
