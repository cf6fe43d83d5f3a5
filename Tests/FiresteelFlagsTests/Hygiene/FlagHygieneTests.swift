import FiresteelFlags
import Testing

@Suite("Flags that need maintenance")
struct FlagHygieneTests {
    static let day = 86_400.0
    let clock = TestClock(1_798_675_200)
    let provider = MemoryProvider("Remote")
    let other = MemoryProvider("File")
    let stack: FlagStack
    init() { stack = FlagStack([provider, other], clock: clock.read) }

    @Test("Nothing declared, nothing to do")
    func tidy() {
        #expect(stack.hygiene().isTidy)
    }

    @Test("Unknown keys are listed when they are evaluated")
    func unknown() throws {
        _ = stack.resolve(key: "gone", as: .bool, default: false)
        _ = stack.resolve(key: "gone", as: .bool, default: false)
        #expect(stack.hygiene().unknown.map(\.key) == ["gone"])
        #expect(stack.diagnostics.filter { $0.kind == .unknownKey }.count == 1)
        provider.set(true, for: "gone")
        #expect(stack.hygiene().unknown.isEmpty)
    }

    @Test("Each unknown key has the first eight locations that evaluate it")
    func places() throws {
        for _ in 0..<3 { _ = stack.resolve(key: "gone") }
        let line = #line - 1
        _ = stack.resolve(key: "gone", as: .bool, default: true)
        let unknown = try #require(stack.hygiene().unknown.first)
        #expect(unknown.places.map(\.line) == [UInt(line), UInt(line) + 2])
        #expect(unknown.places.allSatisfy { $0.file == "FiresteelFlagsTests/FlagHygieneTests.swift" })
        #expect(unknown.places[0].description == "FiresteelFlagsTests/FlagHygieneTests.swift:\(line)")
        let diagnostic = try #require(stack.diagnostics.first { $0.kind == .unknownKey })
        #expect(diagnostic.line == UInt(line) && diagnostic.file == unknown.places[0].file)
        for number in 0..<20 { _ = stack.resolve(key: "gone", file: "Other/File.swift", line: UInt(number)) }
        let places = try #require(stack.hygiene().unknown.first).places
        #expect(places.count == FlagHygiene.Unknown.maximumLocations)
        #expect(places.suffix(6).map(\.line) == [0, 1, 2, 3, 4, 5])
    }

    @Test("Explaining an unknown key doesn't count as its evaluation")
    func explaining() throws {
        provider.set(true, for: "child")
        try stack.declare([Flag("child", default: true, parent: "gone").declaration])
        #expect(stack.explain("child")?.resolution.value == false)
        #expect(stack.explain("nobody's") == nil)
        #expect(stack.hygiene().unknown.isEmpty)
    }

    @Test("Callers that invent keys fill no memory")
    func invented() {
        for number in 0..<1200 { _ = stack.resolve(key: "invented \(number)") }
        #expect(stack.hygiene().unknown.count == 1000)
        #expect(stack.diagnostics.count == 1000)
    }

    @Test("Flags that are declared and never read are listed with where they are")
    func unread() throws {
        let flags = [Flag("a", default: 1), Flag("b", default: 1)]
        try stack.declare(flags.map(\.declaration))
        #expect(stack.hygiene().unread.map(\.key) == ["a", "b"])
        _ = stack[flags[0]]
        #expect(stack.hygiene().unread.map(\.key) == ["b"])
        #expect(stack.hygiene().unread.first?.file.hasSuffix("FlagHygieneTests.swift") == true)
        _ = stack.value(of: flags[1], in: .empty)
        #expect(stack.hygiene().unread.isEmpty)
    }

    @Test("Subscribing to a flag, or describing it, doesn't count as a read")
    func subscribed() throws {
        let flags = [Flag("heard", default: 1), Flag("seen", default: 1), Flag("shown", default: 1)]
        try stack.declare(flags.map(\.declaration))
        let subscription = stack.onChange(of: flags[0]) { _ in }
        let stream = stack.changes(of: flags[0])
        let observable = stack.observable(flags[1])
        _ = (stack.descriptions(), stack.explain("shown"), stack.snapshot(), stack.resolve(key: "shown"))
        #expect(stack.hygiene().unread.map(\.key) == ["heard", "seen", "shown"])
        #expect(observable.value == 1)
        #expect(stack.hygiene().unread.map(\.key) == ["heard", "shown"])
        _ = stack.resolution(of: flags[2])
        #expect(stack.hygiene().unread.map(\.key) == ["heard"])
        #expect(stack[flags[0]] == 1)
        #expect(stack.hygiene().unread.isEmpty)
        withExtendedLifetime((subscription, stream)) {}
    }

    @Test("Flags that only their first read declared are listed, but not properties that mean to be")
    func undeclaredReads() {
        _ = stack[Flag("loose", default: 1)]
        let backed = FlagBacked("backed", default: 1, in: stack)
        #expect(backed.wrappedValue == 1)
        #expect(stack.hygiene().undeclaredReads == ["loose"])
        #expect(stack.descriptions().map(\.key) == ["backed", "loose"])
    }

    @Test("A flag is expired from the day after on")
    func expired() throws {
        let day = try #require(FlagDate("2026-12-31"))
        let flag = Flag("a", default: true, expires: day)
        try stack.declare([flag.declaration])
        #expect(stack.hygiene().expired.isEmpty)
        clock.now += Self.day - 1
        #expect(stack.hygiene().expired.isEmpty)
        clock.now += 1
        #expect(stack.hygiene().expired.map(\.expires) == [day])
        #expect(stack.hygiene().expired.map(\.flag.key) == ["a"])
    }

    @Test("A definition can say when a flag expires")
    func definedExpiry() throws {
        try stack.declare([Flag("a", default: true).declaration])
        provider.setRule(ConstantRule(true, metadata: ["expires": "2020-01-01"]), for: "a")
        #expect(stack.hygiene().expired.map(\.flag.key) == ["a"])
    }

    @Test("A flag whose value is the same for many days could be a constant")
    func constant() throws {
        let flags = [
            Flag("a", default: 1), Flag("setting", default: 1, kind: .configuration), Flag("targeted", default: 1),
        ]
        try stack.declare(flags.map(\.declaration))
        provider.setRule(TestRule { _, _ in .value(1, reason: .targetingMatch) }, for: "targeted")
        clock.now += 10 * Self.day
        provider.set(2, for: "a")
        clock.now += 29 * Self.day
        #expect(stack.hygiene().constant.isEmpty)
        #expect(stack.hygiene(constantForDays: 29).constant.map(\.days) == [29])
        // The same value from elsewhere is the same value.
        other.set(2, for: "a")
        provider.set(nil, for: "a")
        clock.now += Self.day
        #expect(stack.hygiene().constant.map(\.flag.key) == ["a"])
        #expect(stack.hygiene().constant.map(\.days) == [30])
        other.set(3, for: "a")
        #expect(stack.hygiene().constant.isEmpty)
    }

    @Test("Undeclared keys of providers are listed with the providers")
    func undeclared() throws {
        try stack.declare([Flag("a", default: 1).declaration])
        provider.set(["a": 1, "old": true])
        other.set(["old": false, "older": 1])
        #expect(stack.hygiene().undeclared.map(\.key) == ["old", "older"])
        #expect(stack.hygiene().undeclared.map(\.providers) == [["Remote", "File"], ["File"]])
    }
}
