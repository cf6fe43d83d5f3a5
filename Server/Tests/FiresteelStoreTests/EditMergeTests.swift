import FiresteelBase
import FiresteelStore
import Testing

@Suite("Edits are merged with what others changed")
struct EditMergeTests {
    private let key = ItemKey(.targeting, "export", environment: "production")

    private func merge(_ base: JSONValue, theirs: JSONValue, set: [String: JSONValue?]) -> EditMerge {
        EditMerge([Edit(key, base: 1, .set(set))], current: [key: Item(theirs, change: 2)]) { _, _ in base }
    }

    @Test("Different fields are merged")
    func fields() {
        let merge = merge(["isOn": true, "a": 1], theirs: ["isOn": true, "a": 2], set: ["isOn": false])
        #expect(merge.conflicts.isEmpty)
        #expect(merge.differences.map(\.after) == [["isOn": false, "a": 2]])
    }

    @Test("The same field with the same value is neither a conflict nor a difference")
    func same() {
        let merge = merge(["a": 1], theirs: ["a": 2], set: ["a": 2])
        #expect(merge.conflicts.isEmpty)
        #expect(merge.differences.isEmpty)
    }

    @Test("The same field with different values is a conflict that names all three")
    func conflict() {
        let merge = merge(["a": 1], theirs: ["a": 2], set: ["a": 3])
        #expect(
            merge.conflicts == [EditConflict(key, field: "a", base: 1, theirs: 2, mine: 3, change: 2)])
    }

    @Test("Removing a member differs from setting it to null")
    func clear() {
        #expect(merge(["a": 1], theirs: ["a": 1], set: ["a": nil]).differences.map(\.after) == [[:]])
        #expect(merge(["a": 1], theirs: ["a": 1], set: ["a": .some(.null)]).differences.map(\.after) == [["a": .null]])
    }

    private func rule(_ id: String, _ then: String = "on") -> JSONValue {
        ["id": .string(id), "then": ["variant": .string(then)]]
    }

    private func rules(_ base: [JSONValue], _ theirs: [JSONValue], _ mine: [JSONValue]) -> JSONValue? {
        let merge = merge(["rules": .array(base)], theirs: ["rules": .array(theirs)], set: ["rules": .array(mine)])
        guard merge.conflicts.isEmpty else { return nil }
        return merge.differences.first?.after?.members["rules"] ?? .array(theirs)
    }

    @Test("Different rules of one list are merged")
    func differentRules() {
        let base = [rule("1"), rule("2"), rule("3")]
        #expect(
            rules(base, [rule("1", "off"), rule("2"), rule("3")], [rule("1"), rule("2"), rule("3", "off")])
                == [rule("1", "off"), rule("2"), rule("3", "off")])
        #expect(
            rules(base, [rule("2"), rule("3")], [rule("1"), rule("2"), rule("3"), rule("4")])
                == [rule("2"), rule("3"), rule("4")])
        #expect(
            rules(base, [rule("x"), rule("1"), rule("2"), rule("3")], [rule("1"), rule("y"), rule("2"), rule("3")])
                == [rule("x"), rule("1"), rule("y"), rule("2"), rule("3")])
    }

    @Test("An order and an edit are merged, two orders aren't")
    func orders() {
        let base = [rule("1"), rule("2"), rule("3")]
        #expect(
            rules(base, [rule("1"), rule("3"), rule("2")], [rule("1"), rule("2"), rule("3", "off")])
                == [rule("1"), rule("3", "off"), rule("2")])
        #expect(rules(base, [rule("1"), rule("3"), rule("2")], [rule("2"), rule("1"), rule("3")]) == nil)
    }

    @Test("A rule that one removes and the other edits is a conflict")
    func removedRule() {
        #expect(rules([rule("1")], [], [rule("1", "off")]) == nil)
    }

    @Test("Removing an item that another person edited is a conflict; removing a deleted one isn't")
    func removal() {
        let edit = Edit(key, base: 1, .remove)
        let changed = EditMerge([edit], current: [key: Item(["a": 2], change: 2)]) { _, _ in ["a": 1] }
        #expect(changed.conflicts.count == 1)
        let deleted = EditMerge([edit], current: [:]) { _, _ in ["a": 1] }
        #expect(deleted.conflicts.isEmpty)
        #expect(deleted.differences.isEmpty)
    }

    @Test("Creating an item that exists with another value is a conflict")
    func creation() {
        let edit = Edit(key, base: 0, .create(["a": 1]))
        #expect(EditMerge([edit], current: [key: Item(["a": 2], change: 2)]) { _, _ in nil }.conflicts.count == 1)
        let equal = EditMerge([edit], current: [key: Item(["a": 1], change: 2)]) { _, _ in nil }
        #expect(equal.conflicts.isEmpty && equal.differences.isEmpty)
    }

    @Test("Edits as JSON are read as they were written")
    func json() throws {
        for edit in [
            Edit(key, base: 4, .set(["a": 1, "b": .some(.null), "c": nil])), Edit(key, base: 4, .remove),
            Edit(ItemKey(.flag, "x"), base: 0, .create(["type": "boolean"])),
        ] {
            #expect(try Edit(json: edit.json) == edit)
        }
    }

    @Test(
        "Edits that name no item or not one operation are refused",
        arguments: [
            "{}", "{\"kind\":\"flag\",\"name\":\"a\"}", "{\"kind\":\"flag\",\"name\":\"a\",\"set\":{}}",
            "{\"kind\":\"flag\",\"name\":\"a\",\"base\":1,\"set\":{},\"remove\":true}",
            "{\"kind\":\"targeting\",\"name\":\"a\",\"base\":1,\"set\":{}}",
            "{\"kind\":\"flag\",\"environment\":\"b\",\"name\":\"a\",\"base\":1,\"set\":{}}",
            "{\"kind\":\"flag\",\"name\":\"a\",\"base\":-1,\"set\":{}}",
            "{\"kind\":\"flag\",\"name\":\"a\",\"base\":1,\"set\":{\"x\":1},\"clear\":[\"x\"]}",
        ])
    func malformed(_ text: String) throws {
        let value = try JSONValue(json: text.utf8)
        #expect(throws: StoreError.self) { try Edit(json: value) }
    }
}
