import FiresteelFlags
import Testing

@Suite("Values of declarations")
struct FlagDeclarationTests {
    struct Limits: FlagStructure {
        var uploads = 3
        var name: String? = "free"
        var small: Int8 = 1
    }

    @Test("A structure is read from an object, and other values are rejected")
    func structures() {
        #expect(Limits(flagValue: ["uploads": 5, "small": 2]) == Limits(uploads: 5, name: nil, small: 2))
        #expect(Limits(flagValue: ["uploads": 5]) == nil)
        #expect(Limits(flagValue: ["uploads": "5", "small": 2]) == nil)
        #expect(Limits(flagValue: ["uploads": 5, "small": 300]) == nil)
        #expect(Limits(flagValue: ["uploads": true, "small": 2]) == nil)
        #expect(Limits(flagValue: ["uploads": .double(.infinity), "small": 2]) == nil)
        #expect(Limits(flagValue: 5) == nil)
        #expect(Limits(flagValue: Limits(uploads: 9).flagValue) == Limits(uploads: 9))
    }

    @Test("A structure's value reaches readers, and an invalid one results in the default")
    func structureInStack() {
        let provider = MemoryProvider("Memory", ["limits": ["uploads": 7, "small": 1]])
        let stack = FlagStack([provider])
        let limits = Flag("limits", default: Limits())
        #expect(stack[limits].uploads == 7)
        provider.set(["uploads": 7, "small": 1000], for: "limits")
        #expect(stack[limits] == Limits())
        #expect(stack.diagnostics.contains { $0.kind == .typeMismatch && $0.key == "limits" })
    }

    @Test(
        "Only existing days are dates",
        arguments: [
            ("2026-12-31", true), ("2024-02-29", true), ("2026-02-29", false), ("1900-02-29", false),
            ("2000-02-29", true), ("2026-13-01", false), ("2026-1-1", false), ("2026-01-00", false), ("today", false),
            ("+026-01-01", false), ("", false),
        ])
    func dates(text: String, isDate: Bool) {
        #expect(FlagDate(text)?.description == (isDate ? text : nil))
    }

    @Test("A time gives its day in Greenwich")
    func dayOfTime() {
        #expect(FlagDate(secondsSince1970: 0).description == "1970-01-01")
        #expect(FlagDate(secondsSince1970: -1).description == "1969-12-31")
        #expect(FlagDate(secondsSince1970: 951_782_399).description == "2000-02-28")
        #expect(FlagDate(secondsSince1970: 951_782_400).description == "2000-02-29")
        #expect(FlagDate(secondsSince1970: 1_798_675_200).description == "2026-12-31")
        #expect(FlagDate(secondsSince1970: .nan).description == "1970-01-01")
    }

    @Test("A local state is on or off by environment")
    func local() {
        #expect(LocalState.followsProviders.isOn(in: .production) == nil)
        #expect(LocalState.on(in: [.staging]).isOn(in: .staging) == true)
        #expect(LocalState.on(in: [.staging]).isOn(in: .production) == false)
        #expect(LocalState(metadata: "staging, development") == .on(in: [.staging, .development]))
        #expect(LocalState(metadata: "off") == .off)
        #expect(LocalState(metadata: 3) == nil)
        #expect(LocalState(metadata: "") == nil)
    }
}
