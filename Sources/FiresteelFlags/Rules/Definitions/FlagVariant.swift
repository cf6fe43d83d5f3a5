/// A value of a flag, with its name.
struct FlagVariant: Sendable {
    let name: String
    let value: FlagValue
}

extension [FlagVariant] {
    /// Returns the index of a name, compared byte for byte.
    func index(of name: String) -> Int? {
        // Flags have few variants: a linear search is faster than a table.
        for index in indices where CodeUnits.areEqual(self[index].name, name) { return index }
        return nil
    }
}
