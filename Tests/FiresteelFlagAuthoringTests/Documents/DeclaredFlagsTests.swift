import FiresteelFlagAuthoring
import FiresteelFlags
import Testing

@Suite("Declared flags become editable flags with their defaults")
struct DeclaredFlagsTests {
    enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }

    private func stack() throws -> FlagStack {
        let stack = FlagStack()
        try stack.declare([
            Flag("export", default: true, description: "Documents can be exported", owner: "Ada", kind: .operational)
                .declaration,
            Flag("preview", default: false, parent: "export").declaration,
            Flag("layout", default: Layout.grid).declaration,
            Flag("speed", default: 230).declaration,
            Flag("title", default: String?.none).declaration,
            Flag("child", default: true, parent: "unknown").declaration,
        ])
        return stack
    }

    @Test("Each has the facts of its declaration, and those without a default are left out")
    func facts() throws {
        let flags = EditableFlags(declared: try stack().descriptions())
        #expect(flags.flags.keys.sorted() == ["child", "export", "layout", "preview", "speed"])
        let export = try #require(flags.flags["export"])
        #expect(export.name == "Export" && export.description == "Documents can be exported")
        #expect(export.owner == "Ada" && export.kind == .operational)
        #expect(flags.flags["preview"]?.parent == "export" && flags.flags["child"]?.parent == nil)
        #expect(flags.flags["layout"]?.variants.map(\.name) == ["list", "grid"])
        #expect(flags.flags["speed"]?.variants == [EditableFlag.Variant("default", 230)])
        #expect(flags.targetings["preview"] == FlagTargeting(isOn: false, otherwise: .variant("on")))
        #expect(flags.diagnostics().filter { $0.severity == .error }.isEmpty)
    }

    @Test("A program that receives them has the same values as without, also after an import")
    func values() throws {
        let declared = EditableFlags(declared: try stack().descriptions())
        let file = Array(try declared.compiled().json().utf8)
        let imported = try FlagImport(flagd: file, environment: "development").items
        for items in [declared, imported] {
            let rules = try FlagDefinitions(json: Array(try items.compiled().json().utf8))
            for description in try stack().descriptions() where description.defaultValue != .null {
                let rule = try #require(rules.rule(for: description.key))
                #expect(rule.evaluate(.empty, now: 0).outcome == .value(description.defaultValue))
            }
        }
    }
}
