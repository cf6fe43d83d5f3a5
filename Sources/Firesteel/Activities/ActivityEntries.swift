import Foundation

/// The activities of an index, with their search texts.
struct ActivityEntries {
    private struct Entry {
        let activity: PublishedActivity
        let id: PublishedActivity.ID
        /// The line in the file.
        let line: [UInt8]
        /// The search words.
        let words: [String]
    }

    /// The most recent last.
    private var entries: [Entry] = []
    private let limit: Int

    init(limit: Int) { self.limit = limit }

    var isEmpty: Bool { entries.isEmpty }

    /// The lines of the file, the most recent last.
    var lines: [[UInt8]] { entries.map(\.line) }

    mutating func add(_ activity: PublishedActivity, line: [UInt8]) {
        let id = activity.id
        entries.removeAll { $0.id == id }
        let texts = [activity.title, activity.subtitle ?? ""] + activity.keywords
        entries.append(Entry(activity: activity, id: id, line: line, words: texts.flatMap(Self.words)))
        if entries.count > limit { entries.removeFirst(entries.count - limit) }
    }

    /// Removes the selected entries, and returns whether there were any.
    mutating func remove(_ selection: ActivitySelection) -> Bool {
        let count = entries.count
        entries.removeAll { selection.contains($0.activity) }
        return entries.count < count
    }

    func recent(_ eligibility: ActivityEligibility, maximum: Int) -> [PublishedActivity] {
        found(maximum) { $0.activity.eligibility.isSuperset(of: eligibility) }
    }

    func search(_ words: [String], maximum: Int) -> [PublishedActivity] {
        found(maximum) { entry in
            entry.activity.eligibility.contains(.search)
                && words.allSatisfy { word in entry.words.contains { $0.hasPrefix(word) } }
        }
    }

    private func found(_ maximum: Int, _ isWanted: (Entry) -> Bool) -> [PublishedActivity] {
        var found: [PublishedActivity] = []
        for entry in entries.reversed() where isWanted(entry) {
            if found.count >= maximum { break }
            found.append(entry.activity)
        }
        return found
    }

    /// Returns the words of a text, without case and accents.
    static func words(of text: String) -> [String] {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
            .split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}
