/// The places of the entries that match a filter, updated incrementally.
///
/// Results are final: an entry is matched when it begins and once more when it ends. Following a filtered timeline
/// therefore costs only the new entries.
struct PerformSelection {
    private var matcher: PerformMatcher
    /// The places that match, in order.
    private(set) var places: [Int] = []
    /// The end of the processed part of the index.
    private var end = 0
    /// The places that were processed while their perform was in flight.
    private var undecided: [Int] = []

    init(_ filter: PerformFilter) {
        matcher = PerformMatcher(filter)
    }

    var filter: PerformFilter { matcher.filter }

    mutating func update(_ index: PerformIndex, _ texts: PerformTexts, microseconds: (UInt64) -> Int64) {
        drop(before: index.first)
        var stillUndecided: [Int] = []
        for place in undecided {
            let entry = index[place]
            let isWanted = matches(entry, index, texts, microseconds)
            set(place, isWanted)
            if entry.isInFlight { stillUndecided.append(place) }
        }
        for place in max(end, index.first)..<index.places.upperBound {
            let entry = index[place]
            if matches(entry, index, texts, microseconds) { places.append(place) }
            if entry.isInFlight { stillUndecided.append(place) }
        }
        undecided = stillUndecided
        end = index.places.upperBound
    }

    private mutating func matches(
        _ entry: PerformEntry, _ index: PerformIndex, _ texts: PerformTexts, _ microseconds: (UInt64) -> Int64
    ) -> Bool {
        matcher.matches(
            entry, texts, error: index.error(of: entry.id), change: index.change(of: entry.id),
            microseconds: microseconds)
    }

    private mutating func drop(before first: Int) {
        if let place = places.first, place < first { places.removeFirst(position(of: first)) }
        if undecided.contains(where: { $0 < first }) { undecided.removeAll { $0 < first } }
    }

    private mutating func set(_ place: Int, _ isWanted: Bool) {
        let position = position(of: place)
        let isThere = position < places.count && places[position] == place
        if isWanted, !isThere { places.insert(place, at: position) }
        if !isWanted, isThere { places.remove(at: position) }
    }

    /// Returns the number of selected places before a place.
    private func position(of place: Int) -> Int {
        var lower = 0
        var upper = places.count
        while lower < upper {
            let middle = (lower + upper) / 2
            if places[middle] < place { lower = middle + 1 } else { upper = middle }
        }
        return lower
    }
}
