import FiresteelFlags
import Testing

@Suite("Flags without a stack")
struct MissingStackTests {
    @Test("A flag that is read and has no stack gives its default, and that is reported once")
    func missing() {
        let flag = Flag("nowhere.\(#line)", default: 5)
        #expect(FlagStack.current == nil)
        #expect(flag.value == 5)
        #expect(flag.value == 5)
        let reports = FlagStack.diagnosticsWithoutStack.filter { $0.key == flag.key }
        #expect(reports.map(\.kind) == [.noStack])
    }

    @Test("A property reads in its own stack")
    func backed() {
        let provider = MemoryProvider("Memory", ["s": "x"])
        let stack = FlagStack([provider])
        let property = FlagBacked("s", default: "", owner: "Ada", kind: .configuration, in: stack)
        #expect(property.wrappedValue == "x")
        provider.set("y", for: "s")
        #expect(property.wrappedValue == "y")
        #expect(stack.description(of: "s")?.owner == "Ada")
        #expect(stack.diagnostics.isEmpty)
        // Each object of a class has its own; all of them are one flag.
        #expect(FlagBacked("s", default: "", in: stack).wrappedValue == "y")
        let shared = FlagBacked(property.projectedValue, in: stack)
        #expect(shared.wrappedValue == "y")
    }
}
