import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Logging
import Testing

@Suite("A grant belongs to the person it was given to")
struct GrantTests {
    private let shop = ShopFixture()
    private let premium = EvaluationContext(targetingKey: "ada", attributes: ["plan": "premium"])

    private func error(of outcome: ActionOutcome) -> GrantError? { outcome.error as? GrantError }

    @Test("Performing it in another session that has its own context, or in none, is an error that names both")
    func elsewhere() async throws {
        try await shop.run { test in
            let ada = test.runtime.session("ada", context: premium, principal: "p1")
            let eve = test.runtime.session("eve", context: premium, principal: "p2")
            let grant = try #require(Reports.open.request(in: ada))
            let ran = Errand { _ in Issue.record("It must not run.") }
            let inEve = await grant.perform(ran, options: .in(eve))
            guard case .requestedElsewhere(let action, let requested, let performed)? = error(of: inEve) else {
                Issue.record("It wasn't refused.")
                return
            }
            #expect(action.text == "Shop/Reports/#Visit")
            #expect(requested.contains("ada") && performed.contains("eve"))
            let nowhere = await grant.perform(ran)
            #expect(error(of: nowhere) != nil)
            #expect(await grant.perform(Errand(), options: .in(ada)).isSuccess)
            #expect(await ada.use { await grant.perform(Errand()) }.isSuccess)
            // What was refused didn't begin.
            #expect(test.performs.map { $0.outcome } == [.success, .success])
            #expect(
                try refusals(of: test).map(\.reasons)
                    == [["Requested in another session"], ["Requested in another session"]])
        }
    }

    private func refusals(of test: TestRuntime) throws -> [RefusalRecord] {
        let names = try #require(test.runtime.timeline).run.names
        return test.events.compactMap { RefusalRecord($0, names: names) }
    }

    @Test(
        "A refused perform doesn't begin: it has no stack, line and analytics, and each one is a refusal on the timeline"
    )
    func doesNotBegin() async throws {
        let log = RecordingLogOutput()
        try await shop.run {
            $0.logger = log.logger
        } _: { test in
            test.runtime.logging.level = .debug
            let provider = RecordingProvider()
            let analytics = test.runtime.attachAnalytics(to: [provider], consent: .granted)
            let ada = test.runtime.session("ada", context: premium, principal: "p1")
            let eve = test.runtime.session("eve", context: premium, principal: "p2")
            let grant = try #require(Reports.open.request(in: ada))
            ada.setContext(EvaluationContext(targetingKey: "ada", attributes: ["plan": "free"]))
            for _ in 0..<2 {
                let outcome = await grant.perform(Errand(), options: .in(ada).from(.agent).userInitiated(false))
                #expect(error(of: outcome) != nil)
            }
            await Counter.visit.perform(Errand { _ in await grant.perform(Errand(), options: .in(eve)) })
            await analytics.flush()
            #expect(test.performs.map(\.identity) == ["Shop/Counter/#Visit"])
            #expect(test.events.filter { $0.kind == .stackOpened }.count == 1)
            let lines = log.text.filter { $0.contains("/#") }
            #expect(lines.count == 2 && lines.allSatisfy { $0.contains("Shop/Counter/#Visit") })
            #expect(provider.events.map(\.action.text) == ["Shop/Counter/#Visit", "Shop/Counter/#Visit"])

            let refused = try refusals(of: test)
            #expect(refused.map { $0.feature?.path } == ["Shop/Reports", "Shop/Reports", "Shop/Reports"])
            #expect(refused.map { $0.action?.identifier } == ["Visit", "Visit", "Visit"])
            let reason = "The flag Shop/Reports is off in Server"
            #expect(refused.map(\.reasons) == [[reason], [reason], ["Requested in another session"]])
            #expect(refused.map(\.sessionName) == ["ada", "ada", "eve"])
            #expect(refused.map(\.perform) == [0, 0, test.performs.first?.id])
            let events = test.events.filter { $0.kind == .requestRefused }
            #expect(events.map(\.source) == [.agent, .agent, .application])
            #expect(events.map(\.isUserInitiated) == [false, false, false])
            var text = ""
            TimelineTextExport().write(try #require(test.runtime.timeline).run, matching: nil) { text += $0 }
            #expect(text.contains("Shop/Reports/#Visit | Perform refused: \(reason)"))
        }
    }

    @Test("A grant for the app's user performs in every session without its own context")
    func fixed() async throws {
        try await shop.run { test in
            let grant = try #require(Maintenance.open.request())
            let window = test.runtime.session("window")
            let ada = test.runtime.session("ada", context: premium)
            #expect(await grant.perform(Errand()).isSuccess)
            #expect(await grant.perform(Errand(), options: .in(window)).isSuccess)
            #expect(error(of: await grant.perform(Errand(), options: .in(ada))) != nil)
        }
    }

    @Test("A grant that outlives its feature's availability doesn't perform, and fails with the reasons")
    func outlived() async throws {
        try await shop.run { test in
            let ada = test.runtime.session("ada", context: premium, principal: "p1")
            let personal = try #require(Reports.open.request(in: ada))
            let shared = try #require(Maintenance.open.request())
            let ran = Errand { _ in Issue.record("It must not run.") }
            ada.setContext(EvaluationContext(targetingKey: "ada", attributes: ["plan": "free"]))
            test.runtime.setEnabled(Maintenance.self, false)
            let first = error(of: await personal.perform(ran, options: .in(ada)))
            guard case .unavailable(_, let reasons)? = first else {
                Issue.record("It wasn't refused: \(String(describing: first))")
                return
            }
            #expect(reasons.map(\.text) == ["The flag Shop/Reports is off in Server"])
            let second = error(of: await shared.perform(ran))
            #expect(second.map { "\($0)" }?.contains("Switched off by the program") == true)
            test.runtime.setEnabled(Maintenance.self, true)
            #expect(await shared.perform(Errand()).isSuccess)
        }
    }

    @Test("A refused request is recorded once for each session and reason")
    func refusals() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let bob = runtime.session("bob", context: EvaluationContext(attributes: ["plan": "free"]))
            for _ in 0..<5 {
                #expect(Administration.open.request(in: bob) == nil)
                #expect(Administration.open.request() == nil)
            }
            await Counter.visit.perform(Errand { _ in _ = Reports.open.request() }, options: .in(bob))
            runtime.setEnabled(Maintenance.self, false)
            for _ in 0..<3 { #expect(Maintenance.open.request() == nil) }
            runtime.setToggle(Wishlist.self, false)
            #expect(Maintenance.open.request() == nil)
            let names = try #require(runtime.timeline).run.names
            let refused = test.events.filter { $0.kind == .requestRefused }
            #expect(
                refused.map { names.feature($0.subject)?.path }
                    == ["Shop/Administration", "Shop/Administration", "Shop/Reports", "Shop/Maintenance"])
            #expect(refused.map { names.session($0.sessionName) } == ["bob", "main", "bob", "main"])
            #expect(refused[0].refusalReasons == ["Needs the role admin"])
            #expect(refused[2].perform == test.performs[0].id && refused[0].perform == 0)
        }
    }
}
