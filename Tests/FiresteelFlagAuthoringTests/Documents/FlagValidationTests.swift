import FiresteelFlagAuthoring
import FiresteelFlags
import Testing

@Suite("Editable flags are validated as a whole")
struct FlagValidationTests {
    struct Invalid: Sendable {
        let condition: FlagCondition
        let path: String
        let message: String

        init(_ condition: FlagCondition, _ path: String, _ message: String) {
            (self.condition, self.path, self.message) = (condition, path, message)
        }
    }

    private func messages(_ items: EditableFlags) -> [String] { items.diagnostics().map { "\($0)" } }

    private func items(_ targeting: FlagTargeting, segments: [String: FlagSegment] = [:]) -> EditableFlags {
        EditableFlags(flags: ["flag": .bool()], segments: segments, targetings: ["flag": targeting])
    }

    private func rule(_ conditions: FlagCondition..., then result: TargetingResult = .variant("on")) -> EditableFlags {
        items(FlagTargeting(isOn: true, rules: [TargetingRule(id: "1", if: conditions, then: result)]))
    }

    @Test("Valid items have no diagnostics", arguments: 0..<50)
    func valid(seed: Int) {
        var random = RandomDocuments(seed: UInt64(seed))
        #expect(random.documents().diagnostics() == [])
    }

    @Test("Variants must exist, be unique and have values of the flag's type")
    func variants() {
        var flag = EditableFlag(type: .int, variants: [.init("a", 1), .init("a", 2), .init("", "x")])
        flag.variants[0].value = 1.5
        #expect(
            messages(EditableFlags(flags: ["f": flag, "g": EditableFlag(type: .bool, variants: [])])) == [
                "flag “f”, $.variants[0].value: The value of “a” is of type float, but the flag's type is integer.",
                "flag “f”, $.variants[1].name: Another variant is also named “a”. Rename one of them.",
                "flag “f”, $.variants[2].name: The variant's name is empty.",
                "flag “f”, $.variants[2].value: The value of “” is of type string, but the flag's type is integer.",
                "flag “g”, $.variants: The flag has no variants. Add at least one.",
            ])
        let targeting = FlagTargeting(
            isOn: true, off: .variant("x"),
            rules: [TargetingRule(id: "1", if: [.attribute("a", .exists)], then: .variant("y"))],
            otherwise: .split([TargetingShare("z", 1)]))
        #expect(
            items(targeting).diagnostics().map(\.path) == [
                "$.off", "$.otherwise.split[0].variant", "$.rules[0].then.variant",
            ])
        #expect(
            messages(items(targeting)).first
                == "targeting of “flag”, $.off: The flag has no variant “x”. Use one of “on”, “off”, or add the variant."
        )
    }

    @Test("Parents must exist, be Bool, and not be archived or each other's ancestors")
    func parents() {
        func child(_ parent: String) -> EditableFlag {
            var flag = EditableFlag.bool()
            flag.parent = parent
            return flag
        }
        var archived = EditableFlag.bool()
        archived.isArchived = true
        let items = EditableFlags(flags: [
            "a": child("gone"), "b": child("archived"), "c": child("text"), "d": child("e"), "e": child("d"),
            "f": child("f"), "archived": archived,
            "text": EditableFlag(type: .string, variants: [.init("a", "A")]),
        ])
        #expect(
            messages(items) == [
                "flag “a”, $.parent: “a” needs its parent “gone”, which doesn't exist. Remove or replace the parent.",
                "flag “b”, $.parent: “b” needs its parent “archived”, which is archived. Remove or replace the parent.",
                "flag “c”, $.parent: The parent “text” isn't a Bool flag, so it can't be on or off.",
                "flag “d”, $.parent: “d” → “e” → “d” are each other's ancestors. Remove one of the parents.",
                "flag “e”, $.parent: “d” → “e” → “d” are each other's ancestors. Remove one of the parents.",
                "flag “f”, $.parent: “f” is its own parent. Remove the parent.",
            ])
    }

    @Test("Segments must exist, and not use each other")
    func segments() {
        #expect(
            messages(rule(.segment("gone"), .logic(["and": [["$ref": "lost"]]]))).map { $0.dropFirst(21) }
                == [
                    "$.rules[0].if[0].segment: There is no segment “gone”. Add it, or remove it from the rule.",
                    "$.rules[0].if[1].logic: There is no segment “lost”. Add it, or remove it from the rule.",
                ].map { "" + $0 })
        let cyclic = EditableFlags(segments: [
            "a": FlagSegment(if: [.segment("b")]), "b": FlagSegment(if: [.logic(["!": [["$ref": "a"]]])]),
            "c": FlagSegment(if: [.segment("c")]), "d": FlagSegment(if: [.segment("a")]),
        ])
        #expect(
            messages(cyclic) == [
                "segment “a”, $.if: The segments “a” → “b” → “a” use each other. Remove one of the conditions.",
                "segment “b”, $.if: The segments “a” → “b” → “a” use each other. Remove one of the conditions.",
                "segment “c”, $.if: The segment “c” uses itself. Remove the condition.",
            ])
        var deep = EditableFlags(segments: ["s0": FlagSegment()])
        for index in 1...16 { deep.segments["s\(index)"] = FlagSegment(if: [.segment("s\(index - 1)")]) }
        #expect(deep.diagnostics().map(\.item) == [.segment("s16")])
    }

    private static let invalid: [Invalid] = [
        Invalid(.attribute("a", .oneOf), "$.rules[0].if[0].values", "The condition has no values. Add at least one."),
        Invalid(
            .attribute("a", .oneOf, [.null]), "$.rules[0].if[0].values[0]",
            "A value must be a string, a number, true or false."),
        Invalid(.attribute("a", .startsWith, [1]), "$.rules[0].if[0].values[0]", "A value must be a string."),
        Invalid(.attribute("a", .less, ["1"]), "$.rules[0].if[0].values[0]", "The value must be a number."),
        Invalid(
            .attribute("a", .less, [1, 2]), "$.rules[0].if[0].values",
            "The comparison “less” needs exactly one value, not 2."),
        Invalid(
            .attribute("a", .versionIs, ["3.x"]), "$.rules[0].if[0].values[0]",
            "“3.x” is not a version such as “3.4.1”."),
        Invalid(
            .attribute("a", .exists, [1]), "$.rules[0].if[0].values",
            "The comparison “exists” has no values. Remove them."),
        Invalid(
            .attribute("a", .before, ["2027-02-30"]), "$.rules[0].if[0].values[0]",
            "The value must be a time such as “2027-03-01T09:00:00Z”, a day, or whole seconds since 1970."),
        Invalid(.attribute("", .exists), "$.rules[0].if[0].attribute", "The attribute is empty."),
        Invalid(.logic(["nope": 1]), "$.rules[0].if[0].logic.nope", "There is no operator “nope”."),
        Invalid(
            .logic(["if": [["sem_ver": [1, "=", ["x": []]]]]]), "$.rules[0].if[0].logic.if[0].sem_ver[2].x",
            "There is no operator “x”."),
    ]

    @Test("Values must suit the comparison", arguments: invalid)
    func values(invalid: Invalid) {
        let (path, message) = (invalid.path, invalid.message)
        let diagnostics = rule(invalid.condition).diagnostics()
        #expect(diagnostics.map(\.path) == [path])
        #expect(diagnostics.map(\.message) == [message])
    }

    @Test("Rules must have conditions and unique identifiers, and splits a sum of weights")
    func rules() {
        let rule = TargetingRule(id: "1", if: [], then: .split([TargetingShare("on", 0)]))
        var negative = rule
        negative.result = .split([TargetingShare("on", -1)])
        #expect(
            messages(items(FlagTargeting(isOn: true, rules: [rule, negative]))).map { $0.dropFirst(21) }
                == [
                    "$.rules[0].if: The rule has no conditions. Add one, or use “otherwise” for everyone else.",
                    "$.rules[0].then.split: The weights add up to 0 or to more than 2,147,483,647. Use a sum in between.",
                    "$.rules[1].id: Another rule also has the identifier “1”.",
                    "$.rules[1].if: The rule has no conditions. Add one, or use “otherwise” for everyone else.",
                    "$.rules[1].then.split[0].weight: The weight is negative. Use 0 or more.",
                ].map { "" + $0 })
    }

    @Test("Logic that returns an unknown variant is a warning, a targeting without flag an error")
    func logic() {
        var items = items(FlagTargeting(isOn: true, logic: ["if": [true, "onn", "off"]]))
        items.targetings["gone"] = FlagTargeting()
        let diagnostics = items.diagnostics()
        #expect(diagnostics.map(\.severity) == [.warning, .error])
        #expect(
            diagnostics[0].message
                == "The logic returns “onn”, which is not a variant of the flag. Did you mean “on”?")
        #expect(diagnostics[0].path == "$.logic.if[1]")
        #expect(diagnostics[1].item == .targeting("gone"))
    }

    @Test("Keys have 1 to 200 bytes and no control characters")
    func keys() {
        let long = String(repeating: "x", count: 201)
        let items = EditableFlags(
            flags: ["": .bool(), long: .bool(), "a\u{7}": .bool()], segments: ["\n": FlagSegment()])
        #expect(items.diagnostics().count == 4)
    }
}
