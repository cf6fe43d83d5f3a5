import Firesteel
// guide: LetScriptsAndAgentsDoIt
import FiresteelAutomation
// end
import FiresteelTesting
import Foundation
import Testing

// guide: LetScriptsAndAgentsDoIt
struct DocumentOutput: DocumentPresenter {
    let output: ActionOutput

    func show(_ document: Document) { output.write("Opened \(document.name)", ["document": document.name]) }
    func close() { output.write("Closed") }
}
// end

// guide: LetScriptsAndAgentsDoIt
enum EmptyTrash: Action {
    static let effect = ActionEffect.destroys
    static let description = "Remove deleted documents for good"

    static func perform(_ context: ActionContext<TrashAge>, presenter: NoPresenter) async throws -> ActionOutcome {
        .success
    }
}
// end

// guide: LetScriptsAndAgentsDoIt
struct TrashAge: Decodable, DescribedInput {
    let days: Int

    static let inputFields = [FieldDescription("days", "The minimum age of what is removed, in days", in: 0...365)]
}
// end

private enum Trash: Feature {
    static let empty = action(EmptyTrash.self, .published)
    static let actions = declare(empty)
}

private enum TrashApp: FeatureGroup {
    static let subfeatures = features(Trash.self)
}

private struct Callers {
    func find(_ token: String) -> AutomationCaller? {
        // guide: LetScriptsAndAgentsDoIt
        let caller = AutomationCaller("Agent", for: Principal("p-1743"), identifier: "token-7")
        // end
        return token == "token-7" ? caller : nil
    }
}

@Suite("Guide: let scripts and agents do it")
struct LetScriptsAndAgentsDoItTests {
    @Test("A program offers its actions to a shell, over HTTP and to agents")
    func offer() async throws {
        let runtime = try TestRuntime(TrashApp.self).runtime
        // guide: LetScriptsAndAgentsDoIt
        let automation = Automation(
            runtime, presenters: [AutomationPresenter((any DocumentPresenter).self) { DocumentOutput(output: $0) }])
        // end
        let arguments = ["empty-trash", "--days", "400", "--yes"]
        // guide: LetScriptsAndAgentsDoIt
        let status = await automation.runCommand(arguments, program: "documents do")
        // end
        #expect(status == 2)
        let callers = Callers()
        // guide: LetScriptsAndAgentsDoIt
        let configuration = AutomationServerConfiguration { token in callers.find(token) }
        let server = try await AutomationServer.start(automation, configuration)
        print("Actions: \(server.url)actions")
        // end
        #expect(configuration.caller("token-7")?.identifier == "token-7")
        await server.stop()
    }

    /// Compiled, and not called: it reads the standard input until it ends.
    private func serve(_ automation: Automation) async {
        // guide: LetScriptsAndAgentsDoIt
        await automation.serveStandardInput()
        // end
    }
}
