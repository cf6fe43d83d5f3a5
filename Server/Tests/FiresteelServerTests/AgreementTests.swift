import DatabaseTestSupport
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelServer
import FiresteelStore
import Foundation
import HTTPTypes
import Testing

@Suite("A stack in a program, values of the server and its definitions agree", .timeLimit(.minutes(3)))
struct AgreementTests {
    /// Random flags with parents of any kind, rules, splits and exclusion groups.
    private struct RandomFlags {
        var generator: Numbers
        let hasGroups: Bool

        /// A linear congruential generator: the same numbers for a seed.
        struct Numbers: RandomNumberGenerator {
            var state: UInt64

            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state ^ (state >> 33)
            }
        }

        private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
        private mutating func one<Element>(of list: [Element]) -> Element {
            list[Int.random(in: 0..<list.count, using: &generator)]
        }

        mutating func items(_ count: Int) -> EditableFlags {
            var items = EditableFlags()
            items.segments["pro"] = FlagSegment(if: [.attribute("plan", .oneOf, ["pro"])], people: ["u-1"])
            var parents: [String] = []
            for number in 0..<count {
                let key = "flag-\(number)"
                var flag: EditableFlag
                switch Int.random(in: 0..<6, using: &generator) {
                case 0: flag = EditableFlag(type: .string, variants: [.init("a", "A"), .init("b", "B")])
                case 1: flag = EditableFlag(type: .int, variants: [.init("a", 1), .init("b", 2)])
                case 2: flag = EditableFlag(type: .bool, variants: [.init("yes", true)])
                default: flag = .bool()
                }
                if let parent = parents.last, chance(70) { flag.parent = chance(50) ? parent : one(of: parents) }
                if flag.type == .bool, hasGroups, chance(40) {
                    flag.exclusionGroup = one(of: ["first", "second"])
                    if chance(30) {
                        flag.metadata["exclusionPriority"] = .int(Int.random(in: 0..<3, using: &generator))
                    }
                }
                items.flags[key] = flag
                items.targetings[key] = targeting(flag)
                if flag.type == .bool { parents.append(key) }
            }
            return items
        }

        private mutating func targeting(_ flag: EditableFlag) -> FlagTargeting {
            let names = flag.variants.map(\.name)
            var targeting = FlagTargeting(isOn: chance(85))
            if chance(20) { targeting.off = chance(50) ? .programDefault : .variant(one(of: names)) }
            if chance(10) {
                targeting.logic = [
                    "if": [["var": "beta"], .string(one(of: names)), chance(50) ? .string(one(of: names)) : .null]
                ]
                return targeting
            }
            for number in 0..<Int.random(in: 0..<3, using: &generator) {
                let condition: FlagCondition =
                    chance(50) ? .segment("pro", isMember: chance(70)) : .attribute("age", .less, [.int(40)])
                targeting.rules.append(TargetingRule(id: "\(number)", if: [condition], then: result(names)))
            }
            if chance(85) { targeting.otherwise = result(names) }
            return targeting
        }

        private mutating func result(_ names: [String]) -> TargetingResult {
            guard chance(35) else { return .variant(one(of: names)) }
            let shares = names.map { TargetingShare($0, Int.random(in: 1..<100, using: &generator)) }
            return .split(shares, by: chance(30) ? "company" : nil)
        }
    }

    private static let contexts: [EvaluationContext] = (0..<12).map { number in
        var attributes: [String: JSONValue] = [
            "plan": number % 3 == 0 ? "pro" : "free", "age": .int(number * 7), "beta": .bool(number % 2 == 0),
        ]
        if number % 4 != 0 { attributes["company"] = .string("c-\(number % 5)") }
        return EvaluationContext(targetingKey: number == 11 ? nil : "u-\(number)", attributes: attributes)
    }

    @Test("For random environments", arguments: [false, true])
    func random(hasGroups: Bool) async throws {
        try await ServerFixture.with { fixture in
            let changes = ChangeService(fixture.database)
            let (client, server) = try await (fixture.token(.client), fixture.token(.server))
            for seed in 0..<4 {
                var random = RandomFlags(generator: .init(state: UInt64(seed) &* 7_919 &+ 11), hasGroups: hasGroups)
                let items = random.items(30)
                try await replace(items, in: changes, number: seed)
                let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
                let stack = FlagStack(
                    [RuleSetProvider("Items", definitions)], environment: FlagEnvironment(rawValue: "development"))
                let state = try #require(try await changes.state(of: "documents"))
                // The server reads revisions first if the program knows a later one.
                let validator = "\"\(state.program.environments[0].revision)-x\""
                let received = try await fixture.send(
                    .get, "/flags/v1/definitions", token: server, fields: [.ifNoneMatch: validator])
                let sent = try FlagDefinitions(json: received.body)
                #expect(sent.errors.isEmpty)
                let remote = FlagStack(
                    [RuleSetProvider("Server", sent)], environment: FlagEnvironment(rawValue: "development"))
                for context in Self.contexts {
                    let answer = try await fixture.send(
                        .post, "/ofrep/v1/evaluate/flags", token: client, body: ["context": context.json])
                    let values = Dictionary(
                        uniqueKeysWithValues: (answer.json["flags"]?.arrayValue ?? []).map {
                            ($0["key"]?.stringValue ?? "", $0)
                        })
                    #expect(Set(values.keys) == Set(items.flags.keys))
                    for (key, flag) in items.flags.sorted(by: { $0.key < $1.key }) {
                        let expected = Self.value(key, flag, stack, context)
                        let place = "seed \(seed), \(key), \(context.targetingKey ?? "no person")"
                        #expect(values[key]?["value"] == expected, "OFREP, \(place): \(values[key] as Any)")
                        #expect(Self.value(key, flag, remote, context) == expected, "definitions, \(place)")
                        if !hasGroups {
                            // What evaluators without a stack have.
                            var plain: JSONValue?
                            if case .value(let value)? = sent.rule(for: key)?.evaluate(context, now: 0).outcome {
                                plain = value
                            }
                            #expect(plain == expected, "plain, \(place)")
                        }
                    }
                }
            }
        }
    }

    /// The value that a program with a declaration of the flag's type reads; `nil` for its default.
    private static func value(
        _ key: String, _ flag: EditableFlag, _ stack: FlagStack, _ context: EvaluationContext
    ) -> JSONValue? {
        let resolution = stack.resolve(key: key, as: flag.type, default: nil, in: context)
        // A literal nil would be the value null.
        return resolution.value == .null ? .none : resolution.value
    }

    /// Replaces all items of development.
    private func replace(_ items: EditableFlags, in changes: ChangeService, number: Int) async throws {
        let state = try #require(try await changes.state(of: "documents"))
        var edits: [Edit] = []
        for (key, item) in state.items where key.kind == .targeting {
            edits.append(Edit(key, base: item.change, .remove))
        }
        for (key, item) in state.items where key.kind != .targeting {
            edits.append(Edit(key, base: item.change, .remove))
        }
        if !edits.isEmpty { try await propose(edits, "remove-\(number)", changes) }
        edits = items.segments.map { Edit(ItemKey(.segment, $0.key), base: 0, .create($0.value.json)) }
        edits += items.flags.map { Edit(ItemKey(.flag, $0.key), base: 0, .create($0.value.json)) }
        edits += items.targetings.map {
            Edit(ItemKey(.targeting, $0.key, environment: "development"), base: 0, .create($0.value.json))
        }
        try await propose(edits, "create-\(number)", changes)
    }

    private func propose(_ edits: [Edit], _ id: String, _ changes: ChangeService) async throws {
        let author = Author(id: "test", name: "Test", source: .commandLine)
        let proposal = Proposal(id: id, edits: edits, reason: "Test", author: author, rights: Membership(role: .admin))
        guard case .applied = try await changes.propose(proposal, of: "documents", now: 1_000) else {
            Issue.record("not applied")
            return
        }
    }
}

extension EvaluationContext {
    fileprivate var json: JSONValue {
        var members = attributes
        members["targetingKey"] = targetingKey.map { .string($0) }
        return .object(members)
    }
}
