import FiresteelFirebase
import FiresteelFlags
import FiresteelHTTP
import FiresteelRemote
import FlagTesting
import Foundation
import HTTPTesting
import HTTPTypes
import Testing

@Suite("A server template of Firebase") struct FirebaseTemplateTests {
    private let anna = EvaluationContext(targetingKey: "anna", attributes: ["plan": "pro"])
    private let pro: JSONValue = [
        "customSignal": [
            "customSignalOperator": "STRING_EXACTLY_MATCHES", "customSignalKey": "plan",
            "targetCustomSignalValues": ["pro"],
        ]
    ]

    @Test("An answer says which condition decided, and how")
    func reasons() throws {
        let matched = try #require(try FirebaseTemplate(json: Templates.one(pro)).rule(for: "flag"))
        #expect(matched.evaluate(anna, now: 0) == .value(true, variant: "c", reason: .targetingMatch))
        #expect(matched.evaluate(.empty, now: 0) == .value(false, reason: .default))
        #expect(matched.dependsOnContext)
        let everybody: JSONValue = ["percent": ["percentOperator": "LESS_OR_EQUAL", "microPercent": 100_000_000]]
        let drawn = try #require(try FirebaseTemplate(json: Templates.one(everybody)).rule(for: "flag"))
        #expect(drawn.evaluate(anna, now: 0) == .value(true, variant: "c", reason: .split))
        #expect(drawn.evaluate(.empty, now: 0) == .value(false, reason: .default))
        let constant = try #require(try FirebaseTemplate(json: Templates.one(["true": [:]])).rule(for: "flag"))
        #expect(!constant.dependsOnContext)
    }

    @Test("An explanation names the conditions and the result")
    func explanation() throws {
        let rule = try #require(
            try FirebaseTemplate(json: Templates.one(["andCondition": ["conditions": [pro]]])).rule(for: "flag"))
        let steps = rule.explain(anna, now: 0)
        #expect(
            steps.map(\.text) == [
                "the condition “c”", "all of", "“plan” string exactly matches “pro”", "the value of “c”",
            ])
        #expect(steps.map(\.depth) == [0, 1, 2, 0])
        #expect(rule.explain(.empty, now: 0).last?.result == "the parameter's default")
    }

    @Test("An explanation has the conditions that were evaluated, and no other")
    func shortExplanation() throws {
        let either: JSONValue = ["orCondition": ["conditions": [pro, ["true": [:]]]]]
        let rule = try #require(try FirebaseTemplate(json: Templates.one(either)).rule(for: "flag"))
        #expect(rule.explain(anna, now: 0).map(\.result) == ["true", "true", "true", ""])
        #expect(rule.explain(.empty, now: 0).map(\.result) == ["true", "true", "false", "true", ""])
    }

    @Test("A type is that of the flag, else that of the template, else what the text looks like")
    func types() throws {
        let template = try FirebaseTemplate(
            json: Templates.parameters([
                "declared": ["valueType": "NUMBER", "defaultValue": ["value": "3"]],
                "typed": ["valueType": "STRING", "defaultValue": ["value": "3"]],
                "looks": ["defaultValue": ["value": "3"]], "text": ["defaultValue": ["value": "grid"]],
                "nothing": ["defaultValue": ["value": "null"]],
                "wrong": ["valueType": "BOOLEAN", "defaultValue": ["value": "maybe"]],
                "object": ["valueType": "JSON", "defaultValue": ["value": #"{"a": [1]}"#]],
            ]), types: FirebaseTypes(["declared": .string]))
        func outcome(_ key: String) -> FlagEvaluation.Outcome? {
            template.rule(for: key)?.evaluate(.empty, now: 0).outcome
        }
        #expect(outcome("declared") == .value("3"))
        #expect(outcome("typed") == .value("3"))
        #expect(outcome("looks") == .value(3))
        #expect(outcome("text") == .value("grid"))
        #expect(outcome("nothing") == .value("null"))
        #expect(outcome("object") == .value(["a": [1]]))
        guard case .failed(let error)? = outcome("wrong") else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.code == .parseError)
    }

    @Test("Parameters of groups are flags like others; duplicate names are rejected")
    func groups() throws {
        let template = try FirebaseTemplate(
            json: Templates.json([
                "parameters": [
                    "a": ["defaultValue": ["value": "1"]], "editor__width": ["defaultValue": ["value": "2"]],
                ],
                "parameterGroups": [
                    "g": ["parameters": ["b": ["defaultValue": ["value": "3"]], "a": ["defaultValue": ["value": "4"]]]]
                ],
            ]))
        #expect(template.keys == ["a", "b", "editor.width"])
        #expect(template.rule(for: "b")?.evaluate(.empty, now: 0).outcome == .value(3))
        #expect(template.diagnostics.count == 1)
        guard case .failed? = template.rule(for: "a")?.evaluate(.empty, now: 0).outcome else {
            Issue.record("One of both has won.")
            return
        }
    }

    @Test(
        "An unsupported condition is never true, and is reported",
        arguments: [
            #"{"newCondition": {}}"#, "{}", "3", #"{"percent": {"percentOperator": "NEAR"}}"#,
            #"{"customSignal": {"customSignalOperator": "STRING_CONTAINS", "customSignalKey": "plan"}}"#,
            #"{"customSignal": {"customSignalOperator": "SOUNDS_LIKE", "customSignalKey": "plan", "targetCustomSignalValues": ["pro"]}}"#,
            #"{"customSignal": {"customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "plan", "targetCustomSignalValues": ["("]}}"#,
        ])
    func unknownCondition(text: String) throws {
        let template = try FirebaseTemplate(json: Templates.one(JSONValue(json: Array(text.utf8))))
        #expect(template.rule(for: "flag")?.evaluate(anna, now: 0) == .value(false, reason: .default))
        #expect(template.diagnostics.first?.contains("$.conditions[0].condition") == true)
    }

    @Test("Conditions nested too deep are never true")
    func deep() throws {
        var condition: JSONValue = ["true": [:]]
        for _ in 0..<9 { condition = ["andCondition": ["conditions": [condition]]] }
        #expect(try FirebaseTemplate(json: Templates.one(condition)).diagnostics.isEmpty)
        let deeper: JSONValue = ["orCondition": ["conditions": [condition]]]
        let template = try FirebaseTemplate(json: Templates.one(deeper))
        #expect(template.diagnostics.count == 1)
        #expect(template.rule(for: "flag")?.evaluate(anna, now: 0) == .value(false, reason: .default))
    }

    @Test("A pattern isn't tried on a text longer than Firebase's signals")
    func longText() throws {
        let condition: JSONValue = [
            "customSignal": [
                "customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "plan",
                "targetCustomSignalValues": ["^a+$"],
            ]
        ]
        let rule = try #require(try FirebaseTemplate(json: Templates.one(condition)).rule(for: "flag"))
        for (count, isIn) in [(500, true), (501, false)] {
            let context = EvaluationContext(attributes: ["plan": .string(String(repeating: "a", count: count))])
            #expect(rule.evaluate(context, now: 0).outcome == .value(.bool(isIn)))
        }
    }

    @Test(
        "A pattern that would take too long is abandoned, and the text doesn't match",
        .timeLimit(.minutes(5)), arguments: ["^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(.*)*b", "(?=(a+)+c)a"])
    func hostilePattern(pattern: String) throws {
        let condition: JSONValue = [
            "customSignal": [
                "customSignalOperator": "STRING_CONTAINS_REGEX", "customSignalKey": "plan",
                "targetCustomSignalValues": [.string(pattern), .string(pattern + "|pro")],
            ]
        ]
        let rule = try #require(try FirebaseTemplate(json: Templates.one(condition)).rule(for: "flag"))
        let text = String(repeating: "a", count: 400) + "!"
        let context = EvaluationContext(attributes: ["plan": .string(text)])
        #expect(rule.evaluate(context, now: 0) == .value(false, reason: .default))
        #expect(rule.evaluate(anna, now: 0).outcome == .value(true))
    }

    @Test("For a parameter that only Firebase can decide, the next provider is evaluated")
    func personalization() throws {
        let template = try FirebaseTemplate(
            json: Templates.parameters(["a": ["defaultValue": ["personalizationValue": ["personalizationId": "p"]]]]))
        guard case .failed(let error)? = template.rule(for: "a")?.evaluate(.empty, now: 0).outcome else {
            Issue.record("It has a value.")
            return
        }
        #expect(error.message.contains("personalizationValue"))
    }

    @Test(
        "An invalid template is rejected",
        arguments: [
            "", "[]", #"{"conditions": {}}"#, #"{"conditions": [{}]}"#, #"{"parameters": []}"#,
            #"{"parameterGroups": 3}"#,
        ])
    func refused(text: String) {
        #expect(throws: FlagError.self) { try FirebaseTemplate(json: Array(text.utf8)) }
    }

    @Test("A provider fetches it with a new token each time, and returns values for every context")
    func provider() async throws {
        let transport = ScriptedTransport { request, number in
            guard request.fields[.authorization] == "Bearer \(number)" else { return HTTPResponseMessage(status: 401) }
            return HTTPResponseMessage(status: 200, body: Templates.one(["true": [:]]))
        }
        let tokens = Tokens()
        let provider = RemoteFlagProvider(
            "Firebase", source: try .firebaseTemplate(project: "my-project") { @Sendable in await tokens.next() },
            transport: transport)
        try await provider.refresh()
        try await provider.refresh()
        #expect(provider.rule(for: "flag")?.evaluate(anna, now: 0).outcome == .value(true))
        #expect(
            transport.requests.last?.url?.absoluteString
                == "https://firebaseremoteconfig.googleapis.com/v1/projects/my-project/namespaces/firebase-server/serverRemoteConfig"
        )
    }
}

private actor Tokens {
    private var count = 0

    func next() -> String {
        count += 1
        return "\(count)"
    }
}
