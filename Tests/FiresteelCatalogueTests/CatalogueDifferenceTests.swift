import Firesteel
import FiresteelCatalogue
import FiresteelFlags
import Foundation
import Testing

@Suite("The difference of two catalogues")
struct CatalogueDifferenceTests {
    @Test("A catalogue doesn't differ from itself, in any order", arguments: 0..<100 as Range<UInt64>)
    func same(seed: UInt64) {
        var random = RandomCatalogue(seed: seed)
        let catalogue = random.catalogue()
        #expect(CatalogueDifference(from: catalogue, to: catalogue).isEmpty)
        var shuffled = catalogue
        shuffled.features.reverse()
        for index in shuffled.features.indices { shuffled.features[index].actions.reverse() }
        #expect(CatalogueDifference(from: catalogue, to: shuffled).changes == [])
    }

    @Test("One direction adds what the other removes", arguments: 0..<100 as Range<UInt64>)
    func reversed(seed: UInt64) {
        var random = RandomCatalogue(seed: seed)
        let (old, new) = (random.catalogue(), random.catalogue())
        let there = CatalogueDifference(from: old, to: new).changes
        let back = CatalogueDifference(from: new, to: old).changes
        func identities(_ changes: [CatalogueChange], _ kind: CatalogueChange.Kind) -> Set<String> {
            Set(changes.filter { $0.kind == kind }.map { "\($0.subject) \($0.identity)" })
        }
        #expect(identities(there, .added) == identities(back, .removed))
        #expect(identities(there, .removed) == identities(back, .added))
    }

    @Test("A single modification is one change, for random catalogues", arguments: 0..<200 as Range<UInt64>)
    func mutations(seed: UInt64) {
        var random = RandomCatalogue(seed: seed)
        let old = random.catalogue()
        var new = old
        let place = random.number(new.features.count)
        var feature = new.features[place]
        let path = feature.path.text
        let expected: (CatalogueChange.Kind, String, String?, Bool)
        switch random.number(6) {
        case 0:
            feature.actions.append(random.action())
            expected = (.added, "\(path)/#\(feature.actions.last?.identifier ?? "")", nil, false)
        case 1 where !feature.actions.isEmpty:
            expected = (.removed, "\(path)/#\(feature.actions.removeLast().identifier)", nil, true)
        case 2 where !feature.actions.isEmpty:
            feature.actions[0].input = "Other"
            expected = (.changed, "\(path)/#\(feature.actions[0].identifier)", "input", true)
        case 3 where !feature.actions.isEmpty:
            feature.actions[0].identifier = "Renamed"
            expected = (.renamed, "\(path)/#Renamed", "path", true)
        case 4:
            feature.description += " more"
            expected = (.changed, path, "description", false)
        default:
            feature.tags.append("extra")
            expected = (.changed, path, "tags", false)
        }
        new.features[place] = feature
        let changes = CatalogueDifference(from: old, to: new).changes
        #expect(changes.count == 1)
        #expect(changes.first?.kind == expected.0)
        #expect(changes.first?.identity == expected.1)
        #expect(changes.first?.property == expected.2)
        #expect(changes.first?.isBreaking == expected.3)
    }

    @Test("A removed feature removes its actions, which is breaking")
    func removed() {
        var new = Self.desk
        new.features.remove(at: 1)
        let difference = CatalogueDifference(from: Self.desk, to: new)
        #expect(
            difference.changes.map(\.description) == [
                "feature Desk/Lending: removed", "action Desk/Lending/#Lend: removed",
            ])
        #expect(difference.isBreaking)
        let back = CatalogueDifference(from: new, to: Self.desk)
        #expect(back.changes.map(\.kind) == [.added, .added])
        #expect(!back.isBreaking)
    }

    @Test("A group with another identifier is renamed, and its sub-features aren't reported again")
    func renamedGroup() {
        var new = Self.desk
        new.features[0].identifier = "Counter"
        new.features[0].path = FeaturePath("Counter")
        new.features[1].parent = FeaturePath("Counter")
        new.features[1].path = FeaturePath("Counter/Lending")
        new.features[1].constraints[0].flag = "Counter/Lending"
        let changes = CatalogueDifference(from: Self.desk, to: new).changes
        #expect(changes.map(\.description) == ["feature Counter: renamed, was Desk"])
    }

    @Test("The switch of a renamed feature's own is renamed with it")
    func renamedSwitch() {
        let flag = {
            CatalogueFlag(key: $0, type: .bool, valueType: "Bool", defaultValue: true, description: "Whether \($0)")
        }
        var old = Self.desk
        old.flags.append(flag("Desk/Lending"))
        var new = Self.desk
        new.features[1].parent = nil
        new.features[1].path = FeaturePath("Lending")
        new.features[1].constraints[0].flag = "Lending"
        new.flags.append(flag("Lending"))
        let changes = CatalogueDifference(from: old, to: new).changes
        #expect(
            changes.map(\.description) == [
                "feature Lending: renamed, was Desk/Lending", "flag Lending: renamed, was Desk/Lending",
            ])
    }

    @Test("A feature that moves to another group is renamed, with its type and its actions as they were")
    func moved() {
        var new = Self.desk
        new.features[1].parent = nil
        new.features[1].path = FeaturePath("Lending")
        new.features[1].constraints[0].flag = "Lending"
        let changes = CatalogueDifference(from: Self.desk, to: new).changes
        #expect(changes.map(\.description) == ["feature Lending: renamed, was Desk/Lending"])
    }

    @Test("A type that is renamed with everything derived from its name is a renaming, not another feature")
    func renamedType() {
        var new = Self.desk
        new.features[1].type = "M.Loans"
        new.features[1].name = "Loans"
        new.features[1].identifier = "Loans"
        new.features[1].path = FeaturePath("Desk/Loans")
        new.features[1].constraints[0].flag = "Desk/Loans"
        let changes = CatalogueDifference(from: Self.desk, to: new).changes
        #expect(changes.map(\.kind) == [.renamed, .changed, .changed])
        #expect(changes.map(\.property) == ["path", "type", "name"])
    }

    @Test("An action that moves to another feature is renamed")
    func movedAction() {
        var new = Self.desk
        let lend = new.features[1].actions.removeFirst()
        new.features[0].actions.append(lend)
        let changes = CatalogueDifference(from: Self.desk, to: new).changes
        #expect(changes.map(\.description) == ["action Desk/#Lend: renamed, was Desk/Lending/#Lend"])
    }

    @Test("Breaking and other changes are distinguished")
    func breaking() {
        var new = Self.desk
        new.features[0].kind = .conditional
        new.features[1].actions[0].analyticsIdentifier = "lent"
        new.features[1].actions[0].routes[0].scopes = ["app(desk)", "universal(example.com)"]
        new.flags[0].type = .string
        new.flags[0].defaultValue = "on"
        new.flags.append(CatalogueFlag(key: "z", type: .bool, valueType: "Bool", defaultValue: false))
        let changes = CatalogueDifference(from: Self.desk, to: new).changes
        let breaking = changes.filter(\.isBreaking).map { "\($0.identity) \($0.property ?? "")" }
        #expect(breaking == ["Desk kind", "Desk/Lending/#Lend analytics", "fine type"])
        let harmless = changes.filter { !$0.isBreaking }.map { "\($0.identity) \($0.property ?? "")" }
        #expect(harmless == ["Desk/Lending/#Lend route", "fine default", "z "])
        let removed = CatalogueDifference(from: new, to: Self.desk).changes
        #expect(removed.filter { $0.property == "route" }.map(\.isBreaking) == [true])
        #expect(removed.contains { $0.kind == .removed && $0.subject == .flag && $0.isBreaking })
    }

    @Test("It can be written as text, Markdown and JSON")
    func texts() throws {
        var new = Self.desk
        new.features[1].actions[0].input = "a|b"
        new.flags.removeAll()
        let difference = CatalogueDifference(from: Self.desk, to: new)
        #expect(
            difference.text == """
                ! action Desk/Lending/#Lend: input changed from "Book" to "a|b"
                ! flag fine: removed

                1 removed, 1 changed; 2 breaking.

                """)
        #expect(
            difference.markdown.contains("| action | `Desk/Lending/#Lend` | input changed from \"Book\" to \"a\\|b\" |")
        )
        let json = try difference.json()
        #expect(try JSONDecoder().decode(CatalogueDifference.self, from: json) == difference)
        let object = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        #expect(object["isBreaking"] as? Bool == true)
        #expect(CatalogueDifference(from: new, to: new).text == "No differences.\n")
    }

    private static let desk = Catalogue(
        program: CatalogueProgram(name: "Desk", version: "1"),
        features: [
            CatalogueFeature(path: FeaturePath("Desk"), identifier: "Desk", type: "M.Desk", name: "Desk", kind: .group),
            CatalogueFeature(
                path: FeaturePath("Desk/Lending"), parent: FeaturePath("Desk"), identifier: "Lending",
                type: "M.Lending",
                name: "Lending", description: "Lends books", kind: .conditional,
                constraints: [CatalogueConstraint(label: "Flag", kind: .flag, flag: "Desk/Lending")],
                actions: [
                    CatalogueAction(
                        identifier: "Lend", type: "M.Lend", name: "Lend", input: "Book", analyticsIdentifier: "lend",
                        routes: [CatalogueRoute(pattern: "/lend", scopes: ["app(desk)"])])
                ]),
        ],
        flags: [CatalogueFlag(key: "fine", type: .bool, valueType: "Bool", defaultValue: true)])
}
