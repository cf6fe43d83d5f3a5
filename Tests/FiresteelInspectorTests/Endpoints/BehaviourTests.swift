import Firesteel
import Testing

@testable import FiresteelInspector

@Suite("Behaviour in the inspector", .timeLimit(.minutes(5)))
struct BehaviourTests {
    private let document = Document(title: "Plan")

    @Test("Actions have their figures, what follows them and whether it is available, and a funnel its sessions")
    func figures() async throws {
        try await withInspector { bench in
            for _ in 1...2 {
                await Editing.save.perform(document)
                await Sharing.share.request()?.perform(document)
            }
            await Editing.save.perform(Document(title: "Plan", fails: true))
            bench.runtime.setToggle(Sharing.self, false)
            let figures: PageData.Behaviour = try await bench.client.send("GET", "/api/behaviour").json()
            #expect(figures.recorded && figures.total == 2 && figures.basis.sessions == 1)
            #expect(figures.actions.map(\.path) == ["SampleApp/Editing/#Save", "SampleApp/Sharing/#Save"])
            #expect(figures.actions.map(\.performs) == [3, 2] && figures.actions.map(\.failures) == [1, 0])
            #expect(figures.actions[0].feature.name == "Editing" && figures.actions[0].took == 0)
            let next = try #require(figures.actions[0].next)
            #expect(next.count == 2 && next.observations == 2 && next.share == 1 && next.confidence < 0.35)
            #expect(next.availability.state == "unavailable" && next.availability.reasons.count == 1)
            let after: PageData.NextSteps = try await bench.client.send(
                "GET", "/api/behaviour/next?action=SampleApp/Sharing/%23Save"
            ).json()
            #expect(after.next.map(\.path) == ["SampleApp/Editing/#Save"])
            let steps = "SampleApp/Editing/%23Save,SampleApp/Sharing/%23Save,SampleApp/Editing/%23Close"
            let funnel: PageData.Funnel = try await bench.client.send("GET", "/api/behaviour/funnel?steps=\(steps)")
                .json()
            #expect(funnel.steps.map(\.sessions) == [1, 1, 0])
        }
    }

    @Test(
        "Invalid actions and steps are rejected",
        arguments: [
            "?limit=0", "/next", "/next?action=Editing", "/funnel", "/funnel?steps=A/%23B", "/funnel?steps=A/%23B,C",
            "/funnel?steps=" + [String](repeating: "A/%23B", count: 9).joined(separator: ","),
        ])
    func invalid(query: String) async throws {
        try await withInspector { bench in
            let response = try await bench.client.send("GET", "/api/behaviour\(query)")
            #expect(response.status == 400)
        }
    }
}
