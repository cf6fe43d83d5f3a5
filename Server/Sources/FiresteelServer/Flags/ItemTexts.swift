import FiresteelFlags
import FiresteelStore

/// The texts that pages show of items: sentences of rules, and the short form of lists.
struct ItemTexts {
    private let state: ProgramState

    init(_ state: ProgramState) { self.state = state }

    /// Returns the texts of an item, or `null` without any.
    func text(of key: ItemKey, _ item: Item) -> FlagValue { .null }
}
