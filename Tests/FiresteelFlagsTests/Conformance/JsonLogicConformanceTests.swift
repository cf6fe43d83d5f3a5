import FiresteelFlags
import FlagTesting
import Testing

@Suite("JsonLogic answers as other engines do")
struct JsonLogicConformanceTests {
    struct Outcome {
        let id: String
        let engines: Int
        let passes: Bool
        let words: String
    }

    static func outcomes() throws -> [Outcome] {
        try ConformanceVectors.cases("jsonlogic_cases").map { test in
            let id = test["id"]?.text ?? ""
            guard case .array(let engines)? = test["agree"], let rule = test["rule"], let expected = test["expect"]
            else {
                throw ConformanceVectors.MissingVectorError()
            }
            let answer: JSONValue?
            let words: String
            do {
                answer = try JsonLogic.compile(rule).evaluate(test["data"] ?? .null)
                words = "\(id): \(rule.json()) gave \(answer?.json() ?? "") instead of \(expected.json())"
            } catch {
                answer = nil
                words = "\(id): \(rule.json()) failed: \(error)"
            }
            return Outcome(
                id: id, engines: engines.count, passes: answer?.withPlainNumbers == expected.withPlainNumbers,
                words: words)
        }
    }

    @Test("Cases on which three engines agree hold")
    func mandatory() throws {
        let outcomes = try Self.outcomes().filter { $0.engines >= 2 }
        #expect(outcomes.count == 1_860)
        for outcome in outcomes where !outcome.passes { Issue.record("\(outcome.words)") }
    }

    @Test("Where engines differ, the reference in JavaScript is followed")
    func quirks() throws {
        let outcomes = try Self.outcomes().filter { $0.engines < 2 }
        let failures = outcomes.filter { !$0.passes }
        #expect(outcomes.count == 97)
        #expect(failures.isEmpty, "\(failures.map(\.words).joined(separator: "\n"))")
    }

    @Test(
        "A division knows negative zero, as in JavaScript",
        arguments: [
            #"{"/": [1, {"*": [0, -1]}]}"#, #"{"/": [1, {"-": [0]}]}"#, #"{"/": [1, -0]}"#, #"{"/": [1, -0.0]}"#,
            #"{"/": [1, {"%": [-4, 2]}]}"#, #"{"/": [1, {"min": [0, {"-": [0]}]}]}"#, #"{"/": [1, "-0"]}"#,
            #"{"/": [1, {"/": [0, -5]}]}"#,
        ])
    func negativeZero(rule: String) throws {
        #expect(try JsonLogic(json: Array(rule.utf8)).evaluate() == .double(-.infinity))
    }

    @Test(
        "Elsewhere negative zero is zero",
        arguments: [
            #"{"==": [{"-": [0]}, 0]}"#, #"{"===": [{"-": [0]}, 0]}"#, #"{"!": [{"-": [0]}]}"#,
            #"{"===": [{"cat": [{"-": [0]}]}, "0"]}"#, #"{"in": [{"-": [0]}, [0]]}"#,
            #"{">": [{"/": [1, {"max": [{"-": [0]}, 0]}]}, 0]}"#, #"{">": [{"/": [1, {"+": [{"-": [0]}]}]}, 0]}"#,
        ])
    func zero(rule: String) throws {
        #expect(try JsonLogic(json: Array(rule.utf8)).evaluate() == true)
    }
}
