import Firesteel
import FiresteelAgents
import FiresteelBase
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import FiresteelAutomation

@Suite("Calls of actions from outside", .timeLimit(.minutes(2)))
struct CallTests {
    private func call(
        _ name: String, _ input: String = "{}", as caller: AutomationCaller = script,
        _ confirmation: ActionCall.Confirmation = .none
    ) -> ActionCall {
        ActionCall(
            action: name, input: Array(input.utf8), caller: caller, source: .agent, confirmation: confirmation)
    }

    private let book = #"{"title": "Sea", "pages": 9, "cover": "paper"}"#

    @Test("Published actions have unique names, and those that can't be offered say why")
    func offered() async throws {
        try await withScriptedApp { _, automation in
            let actions = automation.catalogue.actions
            #expect(
                actions.map(\.name) == [
                    "shelf-add-book", "burn-book", "draw-book", "fail-book", "measure-book", "lend-book", "print-book",
                    "wait-for-book", "count-report", "archive-add-book",
                ])
            #expect(automation.catalogue["draw-book"]?.obstacle?.contains("CanvasPresenter") == true)
            #expect(automation.catalogue["lend-book"]?.obstacle?.contains("Decodable") == true)
            #expect(await automation.perform(call("draw-book")).outcome == .unavailable)
            #expect(await automation.perform(call("ScriptedApp/Shelf/#SecretBook")).outcome == .unknown)
        }
    }

    @Test("A call is performed in the caller's session, with its source, and returns what the action showed")
    func performed() async throws {
        try await withScriptedApp { test, automation in
            let result = await automation.perform(call("shelf-add-book", book))
            #expect(result.outcome == .done && result.output.text == "Sea, 9 pages")
            #expect(result.json == #"{"cover":"paper","pages":9,"title":"Sea"}"#)
            #expect(await automation.perform(call("measure-book", #"{"title": "Sea"}"#)).json == #"{"letters":3}"#)
            let failed = await automation.perform(call("fail-book"))
            #expect(failed.outcome == .failed && failed.message.contains("The shelf is full."))
            #expect(test.performs.map(\.source) == [.agent, .agent, .agent])
            #expect(Set(test.performs.map(\.session)) == [automation.session(of: script).identifier])
            #expect(automation.session(of: script).name == "Script")
        }
    }

    @Test("Switching a feature off removes its actions at once, and a call meanwhile gets the reason and the remedy")
    func switchedOff() async throws {
        try await withScriptedApp { test, automation in
            #expect(automation.available(to: script).map(\.name).contains("archive-add-book"))
            var changes = automation.changes(for: script, "changed").makeAsyncIterator()
            test.runtime.setToggle(Archive.self, false)
            #expect(!automation.available(to: script).map(\.name).contains("archive-add-book"))
            let result = await automation.perform(call("archive-add-book", book))
            #expect(result.outcome == .unavailable && result.message.contains("Switch it on"))
            // Also if the input is wrong.
            #expect(await automation.perform(call("archive-add-book")).outcome == .unavailable)
            #expect(await changes.next() == "changed")
        }
    }

    @Test("A confirmation can't be skipped, replayed, used by another caller, for another input, or late")
    func confirmations() async throws {
        let now = Mutex<Int64>(1_000)
        try await withScriptedApp { test, _ in
            let automation = Automation(
                test.runtime, presenters: [], limits: AutomationLimits(),
                confirmations: Confirmations { now.withLock { $0 } })
            let input = #"{"title": "Sea"}"#
            let first = await automation.perform(call("burn-book", input))
            let confirmation = try #require(first.confirmation)
            #expect(first.outcome == .unconfirmed)
            let others = [
                call("burn-book", input, as: AutomationCaller("Other"), .repeated(confirmation)),
                call("burn-book", #"{"title": "Sky"}"#, .repeated(confirmation)),
                call("burn-book", input, .repeated("9999999999.00.00")), call("burn-book", input, .repeated("")),
            ]
            for other in others { #expect(await automation.perform(other).outcome == .unconfirmed) }
            #expect(await automation.perform(call("burn-book", input, .repeated(confirmation))).outcome == .done)
            #expect(await automation.perform(call("burn-book", input, .repeated(confirmation))).outcome == .unconfirmed)
            let late = try #require(await automation.perform(call("burn-book", input)).confirmation)
            now.withLock { $0 += Confirmations.lifetime }
            #expect(await automation.perform(call("burn-book", input, .repeated(late))).message.contains("expired"))
            #expect(test.performs.count == 1)
        }
    }

    @Test("Size, depth, time and the number of calls are bounded")
    func bounds() async throws {
        let limits = AutomationLimits(
            inputBytes: 200, inputDepth: 4, callTime: .milliseconds(100), calls: 3, callsOfCaller: 2)
        try await withScriptedApp(limits: limits) { _, automation in
            let long = #"{"title": ""# + String(repeating: "a", count: 300) + #""}"#
            #expect(await automation.perform(call("measure-book", long)).outcome == .wrongInput)
            let deep = String(repeating: #"{"title":"#, count: 6) + "1" + String(repeating: "}", count: 6)
            #expect(await automation.perform(call("measure-book", deep)).outcome == .wrongInput)
            let callers = [script, script, script, AutomationCaller("B"), AutomationCaller("C")]
            let outcomes = await withTaskGroup(of: CallResult.Outcome.self) { group in
                for caller in callers {
                    group.addTask { await automation.perform(call("wait-for-book", as: caller)).outcome }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.count { $0 == .busy } == 2)
            // Those that were performed were cancelled, and their places are free again.
            #expect(outcomes.count { $0 == .failed } == 3)
            #expect(await automation.perform(call("measure-book", #"{"title": "Sea"}"#)).outcome == .done)
        }
    }

    @Test("A long result is cut at a whole character, its rest can be fetched, and 100 MB don't stay in memory")
    func longResults() async throws {
        let limits = AutomationLimits(outputBytes: 101, resultBytes: 1_000, storedBytes: 2_000)
        try await withScriptedApp(limits: limits) { _, automation in
            let result = await automation.perform(call("print-book", #"{"value": 300}"#))
            let answer = automation.answer(result, for: script)
            #expect(answer.text == String(repeating: "é", count: 50))
            var (text, next) = (answer.text, answer.rest?.offset)
            let rest = try #require(answer.rest)
            while let offset = next {
                let part = try #require(
                    automation.results.part(of: rest.result, for: script.identifier, from: offset, length: 101))
                text += part.text
                next = part.next
            }
            #expect(text == String(repeating: "é", count: 300))
            let other = AutomationCaller("Other")
            #expect(automation.results.part(of: rest.result, for: other.identifier, from: 0, length: 10) == nil)
            let huge = await automation.perform(call("print-book", #"{"value": 50000000}"#))
            #expect(huge.output.isCut && huge.output.text.utf8.count == 1_000)
        }
    }

    @Test("3,000 concurrent calls of 100 callers with different flags are each refused or done as their flags say")
    func manyCallers() async throws {
        let limits = AutomationLimits(calls: 5_000, callsOfCaller: 5_000)
        try await withScriptedApp(limits: limits) { test, automation in
            let callers = (0..<100).map { number in
                AutomationCaller(
                    "Caller", for: Principal("p\(number)"),
                    context: EvaluationContext(
                        targetingKey: "p\(number)", attributes: ["plan": number % 3 == 0 ? "premium" : "free"]))
            }
            let results = await withTaskGroup(of: (Int, CallResult.Outcome).self) { group in
                for number in 0..<3_000 {
                    group.addTask {
                        (
                            number % 100,
                            await automation.perform(call("count-report", as: callers[number % 100])).outcome
                        )
                    }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count == 3_000)
            for (number, outcome) in results { #expect(outcome == (number % 3 == 0 ? .done : .unavailable)) }
            // 34 of 100 callers, 30 calls each.
            #expect(test.performs.count == 1_020)
        }
    }
}
