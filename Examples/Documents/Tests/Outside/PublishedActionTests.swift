import DocumentsCore
import Firesteel
import FiresteelTimeline
import Foundation
import TestSupport
import Testing

@testable import Documents

/// Published actions, performed from outside in a selected session.
@Suite struct PublishedActionTests {
    /// The inputs of all published actions, in an order in which each can be performed.
    static let inputs: [(action: String, input: String)] = [
        ("Preferences/#SwitchPremium", #"{"on": true}"#),
        ("Preferences/#RedeemCode", #"{"code": "ABCDEFGH12345678"}"#),
        ("Preferences/#SwitchUsage", #"{"on": true}"#),
        ("Preferences/#SwitchReports", #"{"on": true}"#),
        ("DocumentManagement/#CreateDocument", #"{"title": "Map"}"#),
        ("DocumentManagement/#SaveDocument", #"{"document": "Map", "text": "one two"}"#),
        ("DocumentBrowsing/#SearchDocuments", #"{"query": "two"}"#),
        ("DocumentStatistics/#MeasureDocument", #"{"document": "Map", "text": "one two", "wordsPerMinute": 200}"#),
        ("DocumentExport/#ExportDocument", #"{"document": "Map", "text": "one"}"#),
        ("DocumentExport/#ExportSavedDocument", #"{"document": "Map"}"#),
        ("FocusMode/#EnterFocus", "{}"),
        ("DocumentManagement/#RenameDocument", #"{"document": "Map", "newName": "Plan"}"#),
        ("DocumentManagement/#CloseDocument", #"{"document": "Plan", "discardsDraft": true}"#),
        ("DocumentManagement/#DeleteDocument", #"{"document": "Plan"}"#),
        ("DocumentImport/#ImportFolder", #"{"path": "$source"}"#),
        ("Preferences/#SwitchPreview", #"{"on": false}"#),
        ("Preferences/#SwitchImport", #"{"on": false}"#),
        ("Preferences/#SwitchFocus", #"{"on": false}"#),
    ]

    @Test("Each can be performed from outside, in the session of the selected tab, which shows the result")
    func all() async throws {
        let source = try TemporaryFolder()
        try source.write("imported", to: "Imported.md")
        try await withApp { app in
            let streams = [try await app.tab(1).stream(), try await app.tab(2).stream()]
            for stream in streams { _ = try await stream.next("hello") }
            let router = app.app.router
            let sessions = await router.sessions()
            #expect(sessions.map(\.name) == ["Tab 1", "Tab 2"])
            let selected = try #require(sessions.last)
            var published: Set<String> = []
            func collect(_ features: [FeatureDescription]) {
                for feature in features {
                    for action in feature.actions where action.visibility == .published {
                        published.insert(ActionPath(feature: feature.path, action: action.identifier).text)
                    }
                    collect(feature.features)
                }
            }
            collect(app.runtime.featureTree)
            #expect(published == Set(Self.inputs.map { "Documents/\($0.action)" }))
            for (action, input) in Self.inputs {
                let path = try #require(ActionPath("Documents/\(action)"))
                let json = input.replacingOccurrences(of: "$source", with: source.path)
                let outcome = try await app.runtime.use {
                    try await app.runtime.perform(
                        ExternalRequest(path, from: .http), input: JSONInput(Data(json.utf8)), presentedBy: router,
                        in: selected)
                }
                #expect(outcome.isSuccess, "\(action): \(outcome)")
            }
            var performedIn: [UInt32] = []
            app.runtime.timeline?.run.forEachPerform { perform in
                performedIn.append(perform.session)
                return true
            }
            #expect(performedIn == Self.inputs.map { _ in selected.identifier })
            var kinds: [String] = []
            while kinds.last != "imported", let message = try await streams[1].next("outside") {
                kinds.append((message["message"] as? [String: Any])?["kind"] as? String ?? "")
            }
            #expect(
                kinds == [
                    "document", "saved", "documents", "statistics", "exported", "exported", "focus", "renamed",
                    "closed",
                    "deleted", "imported",
                ])
            #expect(app.folder.files.contains("Imported.md"))
            for stream in streams { stream.close() }
        }
    }

    @Test("Without an open page, and in a closed session, the reason is known before the action is performed")
    func obstacles() async throws {
        try await withApp { app in
            let router = app.app.router
            let path = try #require(ActionPath("Documents/FocusMode/#EnterFocus"))
            let (runtime, plain) = (app.runtime, try #require(ActionPath("Documents/Preferences/#SwitchFocus")))
            #expect(
                await runtime.obstacle(to: path, presentedBy: router, in: nil) == "No page of Documents is open")
            let other = runtime.session("Closed")
            #expect(
                await runtime.obstacle(to: path, presentedBy: router, in: other)
                    == "The page of this session is closed")
            // It shows nothing.
            #expect(await runtime.obstacle(to: plain, presentedBy: router, in: nil) == nil)
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            #expect(await runtime.obstacle(to: path, presentedBy: router, in: nil) == nil)
            stream.close()
        }
    }

    @Test(
        "A text saved without a version replaces the document, one with an old version doesn’t, and other versions are invalid"
    )
    func versions() async throws {
        try await withApp { app in
            try app.folder.write("one", to: "Map.md")
            let stream = try await app.tab().stream()
            _ = try await stream.next("hello")
            let path = try #require(ActionPath("Documents/DocumentManagement/#SaveDocument"))
            func save(_ text: String, _ version: String?) async throws -> ActionOutcome {
                var input = ["document": "Map", "text": text]
                input["version"] = version
                let json = try JSONEncoder().encode(input)
                return try await app.runtime.use {
                    try await app.runtime.perform(
                        ExternalRequest(path, from: .http), input: JSONInput(json), presentedBy: app.app.router)
                }
            }
            #expect(try await save("two", nil).isSuccess)
            #expect(try await save("three", DocumentVersion(of: "one").description).error is DocumentError)
            #expect(try await save("three", DocumentVersion(of: "two").description).isSuccess)
            await #expect(throws: ExternalActionError.self) { try await save("four", "no version") }
            stream.close()
        }
    }
}
