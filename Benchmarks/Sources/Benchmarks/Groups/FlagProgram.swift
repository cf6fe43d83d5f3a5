import FiresteelFlags

/// A hundred flags in a stack of three providers.
struct FlagProgram {
    let base: MemoryProvider
    let stack: FlagStack
    let lowest: Flag<Bool>
    let overridden: Flag<Bool>
    let number: Flag<Int>
    let short: Flag<String>
    let long: Flag<String>

    init() throws {
        let bools = (0..<97).map { Flag("flag.\($0)", default: false) }
        (lowest, overridden) = (bools[1], bools[2])
        number = Flag("number", default: 0)
        short = Flag("short", default: "")
        long = Flag("long", default: "")
        base = MemoryProvider(
            "Base",
            [
                lowest.key: true, overridden.key: true, number.key: 4_711, short.key: "ten bytes.",
                long.key: .string(String(repeating: "twelve bytes", count: 5)),
            ])
        stack = FlagStack(
            [MemoryProvider("First"), MemoryProvider("Second"), base],
            overrides: MemoryProvider("Overrides", [overridden.key: false]))
        try stack.declare(
            bools.map(\.declaration) + [number.declaration, short.declaration, long.declaration])
    }
}
