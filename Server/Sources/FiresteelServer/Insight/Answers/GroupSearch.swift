import FiresteelStore

/// The words by which groups are searched.
///
/// A word is found in the texts that describe a group, as a version of its reports, or as `flag=variant` of its sessions.
struct GroupSearch {
    /// The maximum number of words: each is searched in all texts of each group.
    static let maximumWords = 50

    private let words: [String]
    private let groups: [String: Set<String>]

    /// Creates a search, and reads which groups have the versions and variants that it names.
    init(_ text: String, _ table: GroupTable) throws {
        words = Self.words(text)
        var names: [String: String] = [:]
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { names[CountKey.name(String(parts[0]), String(parts[1]))] = word }
        }
        let versions = try table.groups(having: Set(words), as: .version)
        groups = try table.groups(having: Set(names.keys))
            .reduce(into: versions) { groups, found in
                if let word = names[found.key] { groups[word, default: []].formUnion(found.value) }
            }
    }

    /// Returns the different words of a text, in lowercase.
    static func words(_ text: String) -> [String] {
        Set(text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)).sorted()
    }

    /// Whether a group has each word.
    func matches(_ form: GroupForm) -> Bool {
        guard !words.isEmpty else { return true }
        let texts = form.searchedTexts.map { $0.lowercased() }
        return words.allSatisfy { word in
            texts.contains { $0.contains(word) } || groups[word].map { !$0.isDisjoint(with: form.identifiers) } ?? false
        }
    }
}
