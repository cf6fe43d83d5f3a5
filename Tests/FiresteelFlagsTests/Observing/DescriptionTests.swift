import FiresteelFlags
import Testing

@Suite("Pages get everything about a flag")
struct DescriptionTests {
    enum Layout: String, CaseIterable, FlagValueConvertible { case list, grid }

    @Test("A description has what the declaration says and what the stack knows")
    func everything() throws {
        let clock = TestClock(1_798_675_200)
        let provider = MemoryProvider("Remote")
        let overrides = MemoryProvider("Overrides")
        let stack = FlagStack([provider], overrides: overrides, clock: clock.read)
        let parent = Flag("editor.preview", default: true)
        let flag = Flag(
            "editor.previewLayout", default: Layout.list, description: "How it looks", owner: "Ada",
            expires: FlagDate(year: 2026, month: 12, day: 30), kind: .experiment, parent: "editor.preview")
        try stack.declare([flag.declaration, parent.declaration])
        #expect(stack.descriptions().map(\.key) == ["editor.preview", "editor.previewLayout"])
        var description = try #require(stack.description(of: "editor.previewLayout"))
        #expect(description.name == "Editor preview layout")
        #expect(description.group == "editor")
        #expect(description.description == "How it looks")
        #expect(description.type == .string)
        #expect(description.valueTypeName == "Layout")
        #expect(description.allowedValues == ["list", "grid"])
        #expect(description.defaultValue == "list" && description.value == "list")
        #expect(description.owner == "Ada" && description.kind == .experiment)
        #expect(description.isExpired && description.parent == "editor.preview")
        #expect(!description.isOverridden && !description.differsFromDefault && !description.wasRead)
        #expect(description.file.hasSuffix("DescriptionTests.swift") && description.line > 0)
        clock.now += 60
        try stack.setOverride("grid", for: flag.key)
        _ = stack[flag]
        description = try #require(stack.description(of: flag.key))
        #expect(description.isOverridden && description.differsFromDefault && description.wasRead)
        #expect(description.provider == "Overrides" && description.reason == .override)
        #expect(description.since == clock.now)
        provider.set(false, for: "editor.preview")
        description = try #require(stack.description(of: flag.key))
        #expect(description.isOverridden && !description.differsFromDefault)
        #expect(description.reason == .parentOff)
        #expect(stack.description(of: "nobody's") == nil)
    }

    @Test(
        "Keys become readable names",
        arguments: [
            ("editor.autosaveDelay", "Editor autosave delay", "editor"),
            ("App/Documents/Sharing", "Sharing", "App/Documents"),
            ("legacy-importer", "Legacy importer", ""), ("useHTTP2", "Use HTTP2", ""),
            ("a_b.c", "A b c", "a_b"), ("...", "...", ""),
        ])
    func names(key: String, name: String, group: String) throws {
        let stack = FlagStack()
        try stack.declare([Flag(key, default: true).declaration])
        let description = try #require(stack.description(of: key))
        #expect(description.name == name)
        #expect(description.group == group)
    }

    @Test("A flag that the time decides is described as of now")
    func timed() throws {
        let clock = TestClock(0)
        let provider = MemoryProvider()
        let stack = FlagStack([provider], clock: clock.read)
        try stack.declare([Flag("a", default: 0).declaration])
        provider.setRule(
            TestRule(dependsOnContext: false, dependsOnTime: true) { _, now in .value(.int(Int(now)), reason: .static)
            },
            for: "a")
        clock.now = 5
        #expect(stack.description(of: "a")?.value == 5)
        #expect(stack.description(of: "a")?.dependsOnTime == true)
        let seen = Recorded<JSONValue>()
        let subscription = stack.onChange { seen.append(contentsOf: $0.map(\.new.value)) }
        clock.now = 9
        stack.refreshTimedFlags()
        #expect(seen.all == [9])
        subscription.cancel()
    }
}
