import FiresteelStore

/// The words by which groups are searched.
///
/// A word is found in what describes a group, as a version of its reports, or as `flag=variant` in what its sessions had.
struct GroupSearch {
    /// The greatest number of words that are searched among versions, and among variants.
    private static let maximumWords = 50

    private let words: [String]
    private let groups: [String: Set<String>]

    /// Creates a search, and reads which groups have the versions and variants that it names.
    init(_ text: String, _ table: GroupTable) throws {
        words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
        var names: [String: String] = [:]
        for word in words where names.count < Self.maximumWords {
            let parts = word.split(separator: "=", maxSplits: 1)
            if parts.count == 2 { names[parts.joined(separator: "\t")] = word }
        }
        let versions = try table.groups(having: Set(words.prefix(Self.maximumWords)), as: .version)
        groups = try table.groups(having: Set(names.keys))
            .reduce(into: versions) { groups, found in
                if let word = names[found.key] { groups[word, default: []].formUnion(found.value) }
            }
    }

    /// Whether a group has each word.
    func matches(_ form: GroupForm) -> Bool {
        words.allSatisfy { word in
            form.contains(word) || groups[word].map { !$0.isDisjoint(with: form.identifiers) } ?? false
        }
    }
}
