import Firesteel
// guide: WhatComesNext
import FiresteelBehaviour
// end
import FiresteelTesting
import Testing

@Suite("Guide: what comes next", .timeLimit(.minutes(1)))
struct WhatComesNextTests {
    @Test("Suggestions, figures and funnels are read")
    func behaviour() async throws {
        try await withTestRuntime(AppFeatures.self) { test in
            let runtime = test.runtime, session = runtime.main
            let window = RecordingWindow(), document = Document(name: "Plan.md")
            for _ in 1...3 {
                await DocumentManagement.open.perform(document, presenter: window)
                await DocumentManagement.save.perform(document)
                await DocumentManagement.close.perform(presenter: window)
            }
            // guide: WhatComesNext
            let next = await runtime.behaviour.suggestions(in: session, confidence: 0.35)
            for suggestion in next {
                print(suggestion.action, suggestion.count, suggestion.observations)
            }
            // end
            #expect(next == [])
            // guide: WhatComesNext
            let documents = FeaturePath("App/DocumentManagement")
            let opening = ActionPath(feature: documents, action: OpenDocument.identifier)
            let saving = ActionPath(feature: documents, action: SaveDocument.identifier)
            let closing = ActionPath(feature: documents, action: CloseDocument.identifier)
            let menu = await runtime.behaviour.suggestions(
                in: session, after: saving, among: [closing, opening], limit: 1)
            // end
            #expect(menu.map(\.action) == [closing] && menu.map(\.count) == [3])
            // guide: WhatComesNext
            let usual = await runtime.behaviour.suggestions(in: session, of: .person(session.principal))
            // end
            #expect(usual.map(\.action) == [opening])
            // guide: WhatComesNext
            let behaviour = runtime.behaviour
            for action in await behaviour.actions() {
                print(action.action, action.performs, action.failures, action.durations.quantile(0.95) ?? 0)
            }
            // end
            // guide: WhatComesNext
            let reached = await behaviour.funnel([opening, saving, closing])
            // end
            #expect(reached == [1, 1, 1])
            // guide: WhatComesNext
            await behaviour.read()
            let basis = await behaviour.basis()
            print(basis.runs, basis.unreadableRuns, basis.lostEvents)
            // end
            #expect(basis.isComplete)
        }
    }
}
