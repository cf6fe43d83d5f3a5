import FiresteelFlagAuthoring
import FiresteelFlags
import FlagTesting
import Testing

@Suite("Flags, targetings and segments are JSON")
struct EditableFlagTests {
    @Test("A flag is read with all its members, and written unchanged")
    func flag() throws {
        let json: JSONValue = [
            "type": "boolean", "name": "Fast Save", "description": "Saves in place.", "owner": "Storage team",
            "kind": "operations", "expires": "2027-03-01", "tags": ["saving"],
            "variants": [["name": "on", "value": true], ["name": "off", "value": false, "color": "red"]],
            "parent": "documents", "exclusionGroup": "saving", "isArchived": true, "metadata": ["ticket": "D-12"],
            "later": ["x": 1],
        ]
        let flag = try EditableFlag(json: json)
        #expect(flag.type == .bool)
        #expect(flag.kind == .operational)
        #expect(flag.expires == FlagDate(year: 2027, month: 3, day: 1))
        #expect(flag.variants.map(\.name) == ["on", "off"])
        #expect(flag.falseVariant == "off")
        #expect(flag.unknownMembers == ["later": ["x": 1]])
        #expect(flag.json == json)
    }

    @Test("A targeting is read with all its members, and written unchanged")
    func targeting() throws {
        let json: JSONValue = [
            "isOn": true, "off": .null, "later": 1,
            "rules": [
                [
                    "id": "1", "name": "Testers", "note": "x",
                    "if": [
                        ["segment": "testers", "is": "notIn"],
                        ["attribute": "plan", "is": "oneOf", "values": ["a", 1], "isLoose": true, "later": 2],
                        ["logic": .null],
                    ],
                    "then": ["split": [["variant": "on", "weight": 1, "note": 2]], "by": "company", "later": 3],
                ]
            ],
            "otherwise": ["variant": "off", "later": 4], "logic": ["if": []],
        ]
        let targeting = try FlagTargeting(json: json)
        #expect(targeting.off == .programDefault)
        #expect(targeting.rules[0].conditions[0].test == .segment("testers", isMember: false))
        #expect(targeting.json == json)
        #expect(try FlagTargeting(json: ["isOn": false]).off == .automatic)
        #expect(try FlagTargeting(json: ["isOn": false, "off": "a"]).off == .variant("a"))
    }

    @Test("A segment is read with all its members, and written unchanged")
    func segment() throws {
        let json: JSONValue = [
            "name": "Beta testers", "description": "d", "owner": "o", "isAny": true, "people": ["u-1"], "later": 5,
            "if": [["attribute": "channel", "is": "exists"]],
        ]
        #expect(try FlagSegment(json: json).json == json)
    }

    @Test("All errors are reported with their paths")
    func errors() throws {
        let flag = #expect(throws: FlagDocumentError.self) {
            try EditableFlag(json: [
                "type": "bool", "kind": "x", "expires": "soon", "tags": [1], "variants": [["name": 1], 2], "name": 7,
            ])
        }
        #expect(
            flag?.diagnostics.map(\.path) == [
                "$.type", "$.variants[0].name", "$.variants[0]", "$.variants[1]", "$.name", "$.kind", "$.expires",
                "$.tags[0]",
            ])
        let targeting = #expect(throws: FlagDocumentError.self) {
            try FlagTargeting(json: [
                "off": 1,
                "rules": [
                    ["id": "1", "if": [["segment": "a", "logic": 1], ["attribute": "a", "is": "like"]]],
                    ["id": 2, "then": ["variant": "a", "split": []]],
                    ["id": "3", "then": ["split": [["variant": "a", "weight": 0.5]]]],
                ],
            ])
        }
        #expect(
            targeting?.diagnostics.map(\.path) == [
                "$", "$.off", "$.rules[0].if[0]", "$.rules[0].if[1].is", "$.rules[0]", "$.rules[1].id",
                "$.rules[1].then", "$.rules[2].then.split[0].weight",
            ])
        #expect(throws: FlagDocumentError.self) { try FlagSegment(json: [1]) }
        #expect(targeting?.description.contains("$.off: “off” must be the name of a variant, or null.") == true)
    }

    @Test("Any JSON is read or rejected, and what is read is written and read alike", arguments: 0..<40)
    func anyJSON(seed: Int) throws {
        var documents = RandomDocuments(seed: UInt64(seed))
        let items = documents.documents()
        for json in items.flags.values.map(\.json) + items.targetings.values.map(\.json)
            + items.segments.values.map(\.json)
        {
            for _ in 0..<20 {
                let damaged = documents.damaged(json)
                if let flag = try? EditableFlag(json: damaged) { #expect(try EditableFlag(json: flag.json) == flag) }
                if let targeting = try? FlagTargeting(json: damaged) {
                    #expect(try FlagTargeting(json: targeting.json) == targeting)
                }
                if let segment = try? FlagSegment(json: damaged) {
                    #expect(try FlagSegment(json: segment.json) == segment)
                }
            }
        }
        for (key, flag) in items.flags { #expect(try EditableFlag(json: flag.json) == flag, "\(key)") }
        for (key, targeting) in items.targetings {
            #expect(try FlagTargeting(json: targeting.json) == targeting, "\(key)")
        }
        for (key, segment) in items.segments { #expect(try FlagSegment(json: segment.json) == segment, "\(key)") }
    }
}

extension RandomDocuments {
    /// Returns a value with one part replaced by any other.
    mutating func damaged(_ value: JSONValue) -> JSONValue {
        guard values.number(0..<6) > 0 else { return values.value(depth: 2) }
        switch value {
        case .array(var elements):
            guard !elements.isEmpty else { return [1] }
            let index = values.number(0..<elements.count)
            elements[index] = damaged(elements[index])
            return .array(elements)
        case .object(var members):
            guard !members.isEmpty else { return ["x": 1] }
            let name = values.pick(members.keys.sorted())
            members[name] = damaged(members[name] ?? .null)
            return .object(members)
        default: return values.value(depth: 2)
        }
    }
}
