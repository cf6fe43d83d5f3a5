import Firesteel
import FiresteelMacros
import FiresteelTesting
import Testing

@Suite("Features declared with macros")
struct MacroFeaturesTests {
    @Test("A feature by macro is registered with its actions, its description and its constraints")
    func registered() async throws {
        try await withTestRuntime(Program.self) { test in
            let program = try #require(test.runtime.featureTree.first)
            #expect(program.features.map(\.name) == ["Writing", "Sharing"])
            let writing = try #require(program.features.first)
            #expect(writing.description == "Documents that people open and save.")
            #expect(writing.actions.map(\.name) == ["Open", "Save"])
            #expect(Sharing.description == "Show documents to others")
            #expect(test.runtime.availability(of: Sharing.self).isAvailable)
            test.runtime.setEnabled(Sharing.self, false)
            #expect(!test.runtime.availability(of: Sharing.self).isAvailable)
        }
    }

    @Test("A feature by macro is performed like any other, and a conditional one is requested first")
    func performed() async throws {
        try await withTestRuntime(Program.self) { _ in
            #expect(await Writing.open.perform().isSuccess)
            let share = try #require(Sharing.share.request())
            #expect(await share.perform().isSuccess)
        }
    }
}
