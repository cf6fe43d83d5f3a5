/// A value of a flag, with its name.
struct FlagVariant: Sendable {
    let name: String
    let value: FlagValue
}

extension [FlagVariant] {
    /// The index of a name, compared byte for byte.
    func index(of name: String) -> Int? {
        // Flags have a handful of variants: going through them is quicker than a table.
        for index in indices where CodeUnits.areEqual(self[index].name, name) { return index }
        return nil
    }
}
