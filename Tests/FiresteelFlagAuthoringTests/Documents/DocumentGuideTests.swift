import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("The guide to flags as documents")
struct DocumentGuideTests {
    @Test("The code of the guide works")
    func guide() throws {
        // guide: EditingFlagsAsDocuments
        let flag = EditableFlag.bool(name: "Fast Save")
        let targeting = FlagTargeting(
            isOn: true,
            rules: [
                TargetingRule(
                    id: "1", if: [.segment("testers"), .attribute("version", .versionAtLeast, ["3.4.0"])],
                    then: .variant("on"))
            ],
            otherwise: .split([TargetingShare("on", 25), TargetingShare("off", 75)]))
        let testers = FlagSegment(name: "Beta testers", people: ["u-1", "u-2"])
        let items = EditableFlags(
            flags: ["fast-save": flag], segments: ["testers": testers], targetings: ["fast-save": targeting])

        let definitions = try FlagDefinitions(json: Array(items.compiled().json().utf8))
        // end
        let rule = try #require(definitions.rule(for: "fast-save"))
        #expect(rule.evaluation("u-2", ["version": "3.4.1"]).variant == "on")
        // guide: EditingFlagsAsDocuments
        let plan = TargetingPlan(
            id: "summer", variant: "on", rest: "off",
            steps: [TargetingPlanStep(share: 100, wait: 86_400), TargetingPlanStep(share: 10_000)])
        #expect(plan.result(afterSteps: 1) == .split([TargetingShare("on", 1), TargetingShare("off", 99)]))
        #expect(plan.result(afterSteps: 2) == .variant("on"))
        // end
        // guide: EditingFlagsAsDocuments
        let sentences = FlagSentences(flag: flag, segments: ["testers": testers])
        #expect(sentences.otherwise(of: targeting).description == "Everyone else: 25 % on, 75 % off, by person.")
        #expect(sentences.summary(of: targeting).description == "1 rule, otherwise 25 % on, by person")
        // end
    }
}
