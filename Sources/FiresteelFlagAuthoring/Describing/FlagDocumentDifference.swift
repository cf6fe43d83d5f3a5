import FiresteelFlags

/// The difference between two versions of an item, as lines for audits and confirmations.
///
/// ```
/// - 3. if segment “Beta testers” and version ≥ “3.4.0”: on
/// + 3. if segment “Beta testers” and version ≥ “3.4.2”: on
/// ```
public struct FlagDocumentDifference: Sendable, Hashable, CustomStringConvertible {
    /// A line that only one of the versions has.
    public struct Line: Sendable, Hashable {
        /// Whether the newer version has the line, not the older.
        public let isAdded: Bool
        /// The text, without a sign.
        public let text: String

        /// Creates a line.
        package init(isAdded: Bool, text: String) {
            self.isAdded = isAdded
            self.text = text
        }
    }

    /// The lines, in the order of the item; none if the versions are equal.
    public let lines: [Line]

    /// Creates the difference between two versions of a flag.
    ///
    /// - Parameters:
    ///   - old: The older version; `nil` for a new flag.
    ///   - new: The newer version; `nil` for a removed flag.
    public init(from old: EditableFlag?, to new: EditableFlag?) {
        let text = DocumentLines(segments: [:])
        lines = Self.lines(
            old.map { text.lines(of: $0) }, new.map { text.lines(of: $0) }, old?.json, new?.json)
    }

    /// Creates the difference between two versions of a targeting.
    ///
    /// - Parameters:
    ///   - old: The older version; `nil` for a new targeting.
    ///   - new: The newer version; `nil` for a removed targeting.
    ///   - segments: The segments by their keys, for their names.
    public init(from old: FlagTargeting?, to new: FlagTargeting?, segments: [String: FlagSegment] = [:]) {
        let text = DocumentLines(segments: segments)
        lines = Self.lines(
            old.map { text.lines(of: $0) }, new.map { text.lines(of: $0) }, old?.json, new?.json)
    }

    /// Creates the difference between two versions of a segment.
    ///
    /// - Parameters:
    ///   - old: The older version; `nil` for a new segment.
    ///   - new: The newer version; `nil` for a removed segment.
    ///   - segments: The segments by their keys, for their names.
    public init(from old: FlagSegment?, to new: FlagSegment?, segments: [String: FlagSegment] = [:]) {
        let text = DocumentLines(segments: segments)
        lines = Self.lines(
            old.map { text.lines(of: $0) }, new.map { text.lines(of: $0) }, old?.json, new?.json)
    }

    /// The lines with `+` and `-`.
    public var description: String { lines.map { "\($0.isAdded ? "+" : "-") \($0.text)" }.joined(separator: "\n") }

    /// Creates a difference from its lines.
    init(lines: [Line]) { self.lines = lines }

    static func lines(_ old: [String]?, _ new: [String]?, _ oldJSON: JSONValue?, _ newJSON: JSONValue?)
        -> [Line]
    {
        let lines = lines(from: old ?? [], to: new ?? [])
        guard lines.isEmpty, oldJSON != newJSON else { return lines }
        // A difference of members that no line shows.
        return [
            oldJSON.map { Line(isAdded: false, text: $0.json()) }, newJSON.map { Line(isAdded: true, text: $0.json()) },
        ]
        .compactMap { $0 }
    }

    /// Returns the difference between two lists of lines.
    static func lines(from old: [String], to new: [String]) -> [Line] {
        var start = 0
        while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
        var (oldEnd, newEnd) = (old.count, new.count)
        while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
            (oldEnd, newEnd) = (oldEnd - 1, newEnd - 1)
        }
        let (before, after) = (Array(old[start..<oldEnd]), Array(new[start..<newEnd]))
        // The shortest difference of long lists takes too long.
        guard before.count < 500, after.count < 500 else { return longLines(from: before, to: after) }
        let difference = after.difference(from: before)
        let removed = Set(difference.removals.map(\.offset)), inserted = Set(difference.insertions.map(\.offset))
        var lines: [Line] = []
        var (index, other) = (0, 0)
        while index < before.count || other < after.count {
            if index < before.count, removed.contains(index) {
                lines.append(Line(isAdded: false, text: before[index]))
                index += 1
            } else if other < after.count, inserted.contains(other) {
                lines.append(Line(isAdded: true, text: after[other]))
                other += 1
            } else {
                (index, other) = (index + 1, other + 1)
            }
        }
        return lines
    }

    private static func longLines(from old: [String], to new: [String]) -> [Line] {
        let (before, after) = (Set(old), Set(new))
        return old.filter { !after.contains($0) }.map { Line(isAdded: false, text: $0) }
            + new.filter { !before.contains($0) }.map { Line(isAdded: true, text: $0) }
    }
}

extension CollectionDifference.Change {
    /// The index in the list that has the element.
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
