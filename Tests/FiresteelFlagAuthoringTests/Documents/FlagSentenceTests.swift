import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Targetings are described in sentences")
struct FlagSentenceTests {
    private static let segments = ["beta": FlagSegment(name: "Beta testers"), "employees": FlagSegment()]
    private let sentences = FlagSentences(flag: .bool(), segments: segments)
    private let quarter = TargetingResult.split([TargetingShare("on", 25), TargetingShare("off", 75)])

    @Test("A rule reads as in the dashboard, with marked parts")
    func rule() {
        let rule = TargetingRule(
            id: "1",
            if: [
                .attribute("system", .oneOf, ["iOS"]), .attribute("systemVersion", .versionAtLeast, ["26.0"]),
                .attribute("version", .versionAtMost, ["3.4.1"]),
            ], then: .variant("off"))
        let sentence = sentences.rule(rule)
        #expect("\(sentence)" == "If the system is iOS 26.0 or later and the version is 3.4.1 or earlier, then off.")
        #expect(
            sentence.parts == [
                .init(.text, "If the "), .init(.term, "system"), .init(.text, " is "),
                .init(.term, "iOS 26.0 or later"),
                .init(.text, " and the "), .init(.term, "version"), .init(.text, " is "),
                .init(.term, "3.4.1 or earlier"), .init(.text, ", then "), .init(.variant, "off"), .init(.text, "."),
            ])
        let tester = TargetingRule(
            id: "2", if: [.segment("beta"), .attribute("version", .versionAtLeast, ["3.4.0"])], then: quarter)
        #expect(
            "\(sentences.rule(tester))"
                == "If the person is in Beta testers and the version is 3.4.0 or later, then 25 % on, 75 % off, by person."
        )
        #expect(sentences.rule(tester).parts[1] == .init(.segment("beta"), "Beta testers"))
    }

    private static let conditions: [Described] = [
        Described(.segment("employees", isMember: false), "the person is not in employees"),
        Described(.attribute("country", .oneOf, ["PT", "IE", "NZ"]), "the country is one of PT, IE, NZ"),
        Described(.attribute("purchase", .oneOf, ["Premium", "Supporter"]), "the purchase is Premium or Supporter"),
        Described(.attribute("n", .oneOf, [1, 2, 3, 4, 5, 6, 7]), "the n is one of 1, 2, 3, 4, 5 and 2 more"),
        Described(.attribute("plan", .notOneOf, ["a"]), "the plan is not a"),
        Described(.attribute("plan", .notOneOf, ["a", " "]), "the plan is neither a nor “ ”"),
        Described(.attribute("email", .endsWith, ["@example.com"]), "the email ends with @example.com"),
        Described(.attribute("roles", .notContains, ["a", "b", "c"]), "the roles doesn’t contain any of a, b, c"),
        Described(.attribute("age", .greaterOrEqual, [18]), "the age is at least 18"),
        Described(.attribute("targetingKey", .oneOf, ["u-1"]), "the person is u-1"),
        Described(.attribute("keyboard", .exists), "the keyboard is set"),
        Described(.attribute("version", .versionIsNot, ["3"]), "the version is not 3"),
        Described(.attribute("$flagd.timestamp", .before, ["2027-03-01T00:00:00Z"]), "the time is before 2027-03-01"),
        Described(.attribute("at", .after, ["2027-03-01T09:30+01:00"]), "the at is after 2027-03-01 08:30 UTC"),
        Described(.logic(["!!": [1]]), "a custom condition is met"),
    ]

    @Test("A condition is a phrase", arguments: conditions)
    func phrases(condition: Described) {
        #expect("\(sentences.condition(condition.condition))" == condition.text)
    }

    struct Described: Sendable {
        let condition: FlagCondition
        let text: String

        init(_ condition: FlagCondition, _ text: String) { (self.condition, self.text) = (condition, text) }
    }

    @Test("A targeting has a line and a word")
    func summaries() {
        func check(_ targeting: FlagTargeting, _ summary: String, _ label: String, _ flag: EditableFlag = .bool()) {
            let sentences = FlagSentences(flag: flag)
            #expect("\(sentences.summary(of: targeting))" == summary)
            #expect(sentences.label(of: targeting) == label)
        }
        let text = EditableFlag(type: .string, variants: [.init("a", "A"), .init("B", "b")])
        let rule = TargetingRule(id: "1", if: [.segment("beta")], then: .variant("on"))
        check(FlagTargeting(), "Off for everyone", "Off")
        check(FlagTargeting(), "Off: the program’s default for everyone", "Off", text)
        check(FlagTargeting(off: .variant("a")), "Off: a for everyone", "Off", text)
        check(FlagTargeting(isOn: true, otherwise: .variant("on")), "On for everyone", "On")
        check(FlagTargeting(isOn: true, otherwise: .variant("off")), "Off for everyone", "Off")
        check(FlagTargeting(isOn: true, otherwise: .variant("B")), "B for everyone", "B", text)
        check(FlagTargeting(isOn: true), "The program’s default for everyone", "Default", text)
        check(FlagTargeting(isOn: true, otherwise: quarter), "25 % on, by person", "25 %")
        check(
            FlagTargeting(isOn: true, rules: [rule], otherwise: quarter), "1 rule, otherwise 25 % on, by person",
            "Rollout")
        check(FlagTargeting(isOn: true, rules: [rule], otherwise: .variant("on")), "1 rule, otherwise on", "On")
        check(FlagTargeting(isOn: true, rules: [rule]), "1 rule, otherwise off", "Rollout")
        check(FlagTargeting(isOn: true, logic: ["if": []]), "Custom JsonLogic", "Custom")
        let thirds = TargetingResult.split([TargetingShare("a", 1), TargetingShare("B", 2)], by: "company")
        check(FlagTargeting(isOn: true, otherwise: thirds), "33.33 % a, 66.67 % B, by company", "Split", text)
        let few = TargetingResult.split([TargetingShare("on", 1), TargetingShare("off", 1_000_000)])
        check(FlagTargeting(isOn: true, otherwise: few), "0.01 % on, by person", "0.01 %")
    }

    @Test("Everyone else, and the members of a segment, have a phrase")
    func others() {
        let rule = TargetingRule(id: "1", if: [.segment("beta")], then: .variant("on"))
        #expect(
            "\(sentences.otherwise(of: FlagTargeting(isOn: true, rules: [rule], otherwise: quarter)))"
                == "Everyone else: 25 % on, 75 % off, by person.")
        #expect("\(sentences.otherwise(of: FlagTargeting(isOn: true)))" == "Everyone: off.")
        var segment = FlagSegment(people: (0..<1_640).map { "u-\($0)" })
        #expect("\(sentences.members(of: segment))" == "the person is one of 1,640, by key")
        segment.conditions = [.attribute("channel", .oneOf, ["TestFlight"]), .segment("employees")]
        segment.isAny = true
        #expect(
            "\(sentences.members(of: segment))"
                == "the person is one of 1,640, by key, or the channel is TestFlight or the person is in employees")
        #expect("\(sentences.members(of: FlagSegment()))" == "no one")
    }
}
