import FiresteelFlags
import FiresteelOptimizely
import FlagTesting
import Testing

@Suite("An Optimizely datafile") struct OptimizelyDatafileTests {
    private let user = EvaluationContext(targetingKey: "anna", attributes: ["plan": "pro"])

    private func datafile(_ text: String = Datafiles.search()) throws -> OptimizelyDatafile {
        try OptimizelyDatafile(json: Array(text.utf8))
    }

    private func evaluation(_ key: String, _ context: EvaluationContext, in text: String = Datafiles.search()) throws
        -> FlagEvaluation
    {
        try #require(try datafile(text).rule(for: key)).evaluate(context, now: 0)
    }

    @Test("It has a key for each flag and for each of its variables")
    func keys() throws {
        let datafile = try datafile()
        #expect(
            datafile.keys == ["search", "search.limit", "search.ratio", "search.layout", "search.broken", "plain"])
        #expect(datafile.flagKeys == ["search", "plain"])
        #expect(datafile.revision == "42")
        #expect(datafile.rule(for: "unknown") == nil)
    }

    @Test("Variables are typed as the datafile says")
    func types() throws {
        #expect(try evaluation("search.limit", user).outcome == .value(50))
        #expect(try evaluation("search.ratio", user).outcome == .value(.double(2)))
        #expect(try evaluation("search.layout", user).outcome == .value(["columns": 2]))
    }

    @Test("With a variation that is off, variables have their defaults")
    func off() throws {
        let other = EvaluationContext(targetingKey: "ben")
        #expect(try evaluation("search", other) == .value(false, variant: "off", reason: .default))
        #expect(try evaluation("search.limit", other).outcome == .value(10))
    }

    @Test("A variable whose value isn't of its type is an error, and its flag works")
    func badVariable() throws {
        guard case .failed(let error) = try evaluation("search.broken", user).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .parseError)
        #expect(error.message.contains("many"))
        #expect(try evaluation("search", user).outcome == .value(true))
    }

    @Test("Without a targeting key a flag that is decided by the user says so")
    func noUser() throws {
        guard case .failed(let error) = try evaluation("search", .empty).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .targetingKeyMissing)
        #expect(try evaluation("plain", .empty).outcome == .value(false))
    }

    @Test("A flag whose rollout is missing answers with an error, the others work")
    func missingPart() throws {
        let text = Datafiles.search(rollout: "elsewhere")
        let datafile = try datafile(text)
        #expect(datafile.errors.count == 1)
        #expect(datafile.errors.first?.path == "$.featureFlags[0]")
        guard case .failed(let error) = try evaluation("search", user, in: text).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .parseError)
        #expect(try evaluation("plain", user, in: text).outcome == .value(false))
    }

    @Test(
        "An unknown result is neither true nor false",
        arguments: [
            (#"["not", {"type": "custom_attribute", "name": "age", "match": "gt", "value": 18}]"#, false),
            (
                #"["or", {"type": "later", "name": "plan"}, {"type": "custom_attribute", "name": "plan", "value": "pro"}]"#,
                true
            ),
            (
                #"["and", {"type": "later", "name": "plan"}, {"type": "custom_attribute", "name": "plan", "value": "pro"}]"#,
                false
            ),
            (#"["not", {"type": "custom_attribute", "name": "plan", "match": "near", "value": "pro"}]"#, false),
            (#"["not", {"type": "custom_attribute", "name": "plan", "match": "exact", "value": 1}]"#, false),
            (#"["not", ["or"]]"#, true),
        ])
    func unknown(conditions: String, isMeant: Bool) throws {
        let answer = try evaluation("search", user, in: Datafiles.search(conditions: conditions))
        #expect(answer.outcome == .value(.bool(isMeant)))
    }

    @Test(
        "Versions of any length have an order, and invalid ones have none",
        arguments: [
            ("semver_gt", "1.99999999999999999999999", "1.99999999999999999999998", true),
            ("semver_eq", "2.3.1", "2.3", true),
            ("semver_lt", "2.3.1-beta", "2.3.1", true),
            ("semver_ge", "two", "1", false),
            ("semver_le", "1.0.0-1", "1.0.0-alpha", false),
        ])
    func versions(match: String, version: String, wanted: String, isMeant: Bool) throws {
        let conditions =
            #"["or", {"type": "custom_attribute", "name": "v", "match": "\#(match)", "value": "\#(wanted)"}]"#
        let context = EvaluationContext(targetingKey: "anna", attributes: ["v": .string(version)])
        let answer = try evaluation("search", context, in: Datafiles.search(conditions: conditions))
        #expect(answer.outcome == .value(.bool(isMeant)))
    }

    @Test("An explanation has the evaluated conditions and their results")
    func explanation() throws {
        let steps = try #require(try datafile().rule(for: "search")).explain(user, now: 0)
        #expect(steps.contains { $0.text == "plan is \"pro\"" && $0.result == "true" })
        #expect(steps.last?.result == "variation “on”, on")
    }

    @Test(
        "An invalid datafile is rejected with a reason",
        arguments: [
            "", "[]", "{", #"{"version": "5"}"#, #"{"version": 4}"#, #"{"version": "4", "featureFlags": {}}"#,
        ])
    func refused(text: String) {
        let error = #expect(throws: FlagError.self) { try datafile(text) }
        #expect(error?.code == .parseError)
    }

    @Test("A key of both a flag and a variable is rejected")
    func collision() throws {
        let text = Datafiles.search().replacing("\"plain\"", with: "\"search.limit\"")
        let datafile = try datafile(text)
        #expect(datafile.errors.count == 1)
        guard case .failed = try evaluation("search.limit", user, in: text).outcome else {
            Issue.record("It has a value.")
            return
        }
    }
}
