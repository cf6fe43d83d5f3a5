import FiresteelTimeline

/// A timeline whose equal neighbors, three or more, are folded into one row each.
///
/// Positions count rows. They remain those of the same rows while the oldest entries are dropped, and change where
/// neighbors become equal because a perform ends.
struct PerformFold {
    /// Equal neighbors.
    struct Group {
        /// The first, as an index of the selected places, or as a place if all entries are shown.
        let start: Int
        fileprivate(set) var times: Int
    }

    /// The rows of a group: the first of a folded group, or one of an open group.
    struct Row {
        let place: Int
        /// The number of entries of the group, if this is the first, and the place of the last.
        let repeats: (times: Int, last: Int)?
    }

    /// The position of the first row.
    private(set) var first: Int
    private let selected: [Int]?
    private let groups: ContiguousArray<Group>
    /// The place of the first retained entry.
    private let firstPlace: Int

    /// Folds the selected entries, or all.
    ///
    /// Reads each once.
    /// - Parameter before: The previous fold of the same selection.
    init(_ index: PerformIndex, _ selected: [Int]?, after before: PerformFold?) {
        var groups: ContiguousArray<Group> = []
        var last: PerformEntry?
        for start in selected?.indices ?? index.places {
            let entry = index[selected?[start] ?? start]
            if let last, entry.folds(into: last), index.error(of: entry.id) == index.error(of: last.id) {
                groups[groups.count - 1].times += 1
            } else {
                Self.separate(&groups)
                groups.append(Group(start: start, times: 1))
            }
            last = entry
        }
        Self.separate(&groups)
        self.selected = selected
        self.groups = groups
        firstPlace = index.places.lowerBound
        first = selected == nil ? firstPlace : 0
        // Dropped entries leave the positions of the others as they were.
        if selected == nil, let before { first = position(after: before) }
    }

    /// Makes rows of two entries, which one row would hide without gaining room.
    private static func separate(_ groups: inout ContiguousArray<Group>) {
        guard let last = groups.last, last.times == 2 else { return }
        groups[groups.count - 1].times = 1
        groups.append(Group(start: last.start + 1, times: 1))
    }

    private func position(after before: PerformFold) -> Int {
        guard before.firstPlace != firstPlace else { return before.first }
        let end = before.first + before.groups.count
        guard let known = before.groups.last?.start, let group = self.group(of: known) else { return end }
        return max(before.first, end - 1 - group)
    }

    /// Returns the number of rows, if the groups with these places are open.
    func count(open: [Int]) -> Int {
        opened(open).reduce(groups.count) { $0 + groups[$1].times - 1 }
    }

    /// Returns rows by their positions, counted from 0.
    func rows(_ range: Range<Int>, open: [Int]) -> [Row] {
        let opened = opened(open)
        return range.map { row(at: $0, opened) }
    }

    /// Calls `body` with the place of each row.
    func forEach(open: [Int], _ body: (Int) -> Void) {
        var opened = opened(open)[...]
        for (number, group) in groups.enumerated() {
            body(place(group.start))
            guard opened.first == number else { continue }
            opened.removeFirst()
            for member in group.start + 1..<group.start + group.times { body(place(member)) }
        }
    }

    /// Returns the position of an entry's row, counted from 0, and the place of the first entry of its group; `nil` if the
    /// entry isn't selected.
    ///
    /// - Parameter open: The open groups, among them the entry's.
    func find(_ place: Int, open: [Int]) -> (position: Int, group: Int?)? {
        guard let number = group(of: place) else { return nil }
        let group = groups[number]
        let surplus = opened(open).prefix { $0 < number }.reduce(0) { $0 + groups[$1].times - 1 }
        let member = selected == nil ? place : index(of: place)
        return (number + surplus + member - group.start, group.times == 1 ? nil : self.place(group.start))
    }

    private func row(at position: Int, _ opened: [Int]) -> Row {
        var surplus = 0
        for group in opened {
            let start = group + surplus
            if position < start { break }
            let times = groups[group].times
            if position < start + times {
                let place = place(groups[group].start + position - start)
                return Row(place: place, repeats: position == start ? repeats(of: group) : nil)
            }
            surplus += times - 1
        }
        let group = position - surplus
        return Row(place: place(groups[group].start), repeats: repeats(of: group))
    }

    private func repeats(of group: Int) -> (times: Int, last: Int)? {
        let group = groups[group]
        return group.times == 1 ? nil : (times: group.times, last: place(group.start + group.times - 1))
    }

    private func place(_ member: Int) -> Int { selected?[member] ?? member }

    /// Returns the places of the entries from a group's first to its last.
    func places(from first: Int, to last: Int) -> [Int] {
        guard let selected else { return Array(first...last) }
        return Array(selected[index(of: first)...index(of: last)])
    }

    /// Returns the groups with several entries that contain one of these places, in order.
    private func opened(_ places: [Int]) -> [Int] {
        Set(places.compactMap { group(of: $0) }).filter { groups[$0].times > 1 }.sorted()
    }

    private func group(of place: Int) -> Int? {
        let member = selected == nil ? place : index(of: place)
        if let selected, member >= selected.count || selected[member] != place { return nil }
        let next = Self.partition(groups.count) { groups[$0].start > member }
        guard next > 0, member < groups[next - 1].start + groups[next - 1].times else { return nil }
        return next - 1
    }

    private func index(of place: Int) -> Int {
        guard let selected else { return place }
        return Self.partition(selected.count) { selected[$0] >= place }
    }

    /// Returns the first index that meets a condition, which all later ones meet too.
    private static func partition(_ count: Int, _ isMet: (Int) -> Bool) -> Int {
        var lower = 0
        var upper = count
        while lower < upper {
            let middle = (lower + upper) / 2
            if isMet(middle) { upper = middle } else { lower = middle + 1 }
        }
        return lower
    }
}

extension PerformEntry {
    /// Whether another perform has the same action, session and outcome, and both are completed.
    func repeats(_ other: PerformEntry) -> Bool {
        !isInFlight && !other.isInFlight && action == other.action && session == other.session
            && outcomeCode == other.outcomeCode
    }

    /// Whether both are performs that one row can show: equal, and performed by the same perform.
    fileprivate func folds(into other: PerformEntry) -> Bool {
        !isChange && !other.isChange && parent == other.parent && repeats(other)
    }
}
