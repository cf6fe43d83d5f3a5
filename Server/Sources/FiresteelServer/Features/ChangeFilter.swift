import FiresteelStore

/// Which changes a list has.
///
/// A member that is `nil` excludes none.
struct ChangeFilter: Sendable {
    /// Only changes of this environment.
    var environment: String?
    /// Only changes of this flag or segment.
    var item: String?
    /// Only changes whose author, reason or items contain this text.
    var text: String?
    /// Only changes of the person or token with this name.
    var author: String?
    /// Only changes that were made this way.
    var source: Author.Source?
    /// Only changes from this time on, in milliseconds since 1970.
    var since: Int64 = 0

    /// Returns whether a change is in the list.
    func matches(_ change: Change) -> Bool {
        if change.time < since { return false }
        if let source, change.author.source != source { return false }
        if let author, change.author.name != author { return false }
        if let environment, change.body.revisions[environment] == nil { return false }
        if let item, !change.body.differences.contains(where: { $0.item.name == item }) { return false }
        guard let text = text?.lowercased(), !text.isEmpty else { return true }
        let texts = [change.author.name, change.reason] + change.body.differences.map(\.item.name)
        return texts.contains { $0.lowercased().contains(text) }
    }
}
