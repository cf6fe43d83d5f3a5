import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import FiresteelTesting
import Foundation
import TestSupport
import Testing

@Suite("Test plans")
struct TestPlanTests {
    private let catalogue: Catalogue

    init() throws {
        let test = try TestRuntime(Cellar.self)
        try test.runtime.register(ReadingRoom.self)
        _ = try test.runtime.flags.register(LibraryFlags.self)
        catalogue = test.runtime.catalogue
    }

    @Test("It has the outcomes of each action, its links, and each condition that isn't met")
    func cases() throws {
        let plan = TestPlan(catalogue)
        let lending = plan.cases.filter { $0.feature.text.hasSuffix("Lending") }
        #expect(
            lending.map(\.kind) == [.success, .failure, .cancellation, .link, .link, .success, .failure])
        #expect(lending[0].when == "Lend Volume is performed with a valid Volume.")
        let reading = plan.cases.filter { $0.feature.text.hasSuffix("Reading") }
        #expect(reading.map(\.kind) == [.refusal, .refusal, .refusal, .refusal])
        // Each is about one condition, so that the others are met.
        #expect(
            reading.allSatisfy { $0.given.count == 4 && $0.given.count { $0.hasPrefix("This condition isn't") } == 1 })
        #expect(Set(plan.cases.map { "\($0.feature.text) \($0.action ?? "") \($0.title)" }).count == plan.cases.count)
    }

    @Test("Since an earlier version it has what changed, and what depends on a changed condition or flag")
    func since() throws {
        #expect(TestPlan(catalogue, since: catalogue).cases.isEmpty)
        #expect(TestPlan(catalogue, since: catalogue).markdown.contains("There is nothing to test."))
        var action = catalogue
        let lending = try #require(action.features.firstIndex { $0.identifier == "Lending" })
        action.features[lending].actions[1].input = "Key"
        #expect(Set(TestPlan(action, since: catalogue).cases.compactMap(\.action)) == ["CloseDesk"])
        var flag = catalogue
        let reading = try #require(flag.features.first { $0.identifier == "Reading" })
        let key = try #require(reading.constraints.compactMap(\.flag).first)
        let index = try #require(flag.flags.firstIndex { $0.key == key })
        flag.flags[index].defaultValue = .bool(false)
        #expect(Set(TestPlan(flag, since: catalogue).cases.map(\.feature)) == [reading.path])
        // Another flag changes no case, and all are repeated with it.
        let other = try #require(flag.flags.firstIndex { one in one.key != key && one.allowedValues != nil })
        flag = catalogue
        flag.flags[other].description = "Changed"
        let repeated = TestPlan(flag, since: catalogue)
        #expect(repeated.cases.isEmpty && !repeated.configurations.isEmpty)
        #expect(!repeated.markdown.contains("There is nothing to test."))
        // A condition of a group is one of what is in it.
        var group = catalogue
        let root = try #require(group.features.firstIndex { $0.identifier == "ReadingRoom" })
        group.features[root].constraints = [CatalogueConstraint(label: "License")]
        let within = TestPlan(group).cases.filter { $0.feature.text.hasPrefix("ReadingRoom") }
        #expect(TestPlan(group, since: catalogue).cases == within)
    }

    @Test("Configurations have each two values of two flags that can be together, and few more", arguments: 0..<6)
    func pairwise(seed: UInt64) throws {
        var numbers = SplitMix64(seed: seed)
        let flags = (0..<Int.random(in: 2...12, using: &numbers)).map { number in
            let values = Int.random(in: 2...4, using: &numbers)
            return values == 2
                ? CatalogueFlag(
                    key: "f\(number)", type: .bool, valueType: "Bool", defaultValue: .bool(false),
                    parent: number > 6 ? "f0" : nil, exclusionGroup: (3...4).contains(number) ? "only" : nil)
                : CatalogueFlag(
                    key: "f\(number)", type: .string, valueType: "Size", defaultValue: "v0",
                    allowedValues: (0..<values).map { .string("v\($0)") })
        }
        var program = catalogue
        program.flags = flags
        let found = TestPlan(program).configurations
        func values(_ flag: CatalogueFlag) -> [JSONValue] { flag.allowedValues ?? [.bool(false), .bool(true)] }
        func areTogether(_ one: CatalogueFlag, _ a: JSONValue, _ other: CatalogueFlag, _ b: JSONValue) -> Bool {
            if one.exclusionGroup != nil, one.exclusionGroup == other.exclusionGroup {
                return a != b || a == .bool(false)
            }
            return !(other.parent == one.key && a == .bool(false) && b == .bool(true))
        }
        for (index, one) in flags.enumerated() {
            for other in flags.dropFirst(index + 1) {
                for a in values(one) {
                    for b in values(other) where areTogether(one, a, other, b) {
                        if !found.contains(where: { $0[one.key] == a && $0[other.key] == b }) {
                            Issue.record("No configuration has \(one.key) \(a) with \(other.key) \(b).")
                        }
                    }
                }
            }
        }
        #expect(found.allSatisfy { $0.count == flags.count } && found.count <= 40)
        for row in found where flags.contains(where: { $0.exclusionGroup != nil }) {
            let isOn = flags.filter { $0.exclusionGroup == "only" && row[$0.key] == .bool(true) }
            #expect(isOn.count <= 1)
        }
    }

    @Test("Hostile names stay within their lines, in Markdown and in Gherkin", arguments: 0..<20)
    func hostile(seed: UInt64) throws {
        var random = RandomCatalogue(seed: seed)
        let plan = TestPlan(random.catalogue())
        let starts = ["- [ ] **", "#", "|"]
        let lines = plan.markdown.split(separator: "\n").dropFirst(2).filter { !$0.hasPrefix("The tests pass") }
        #expect(lines.allSatisfy { line in starts.contains { line.hasPrefix($0) } })
        let steps = ["Given ", "And ", "When ", "Then "].map { "      \($0)" }
        let words = ["  Rule: ", "    @", "    Scenario: "] + steps
        let gherkin = plan.gherkin.split(separator: "\n")
        #expect(gherkin[0].hasPrefix("Feature: Test plan of "))
        #expect(gherkin.dropFirst().allSatisfy { line in words.contains { line.hasPrefix($0) } })
        let json = try #require(try JSONSerialization.jsonObject(with: plan.json()) as? [String: Any])
        #expect((json["cases"] as? [Any])?.count == plan.cases.count)
    }
}
