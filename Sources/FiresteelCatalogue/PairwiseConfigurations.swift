import FiresteelFlags

/// Finds few configurations of flags in which each two values of two flags are together once.
///
/// It is the greedy search of AETG (Cohen et al., 1997), without its random choices: each configuration begins with a pair
/// that is missing, and takes the value of each further flag that adds most pairs. The time grows with the square of the
/// number of flags.
struct PairwiseConfigurations {
    private let flags: [CatalogueFlag]
    private let values: [[JSONValue]]
    /// Where the values of a flag begin among those of all.
    private let offsets: [Int]
    private let width: Int
    /// Whether two values have to be together still, by the first and the second value's place among all.
    private var missing: [Bool]
    private var count = 0

    /// The limit of the values of all flags; beyond it, flags keep their defaults.
    private static let maximumValues = 4_000

    /// Returns the configurations of the flags that have several known values.
    ///
    /// - Parameter excluded: The keys of the flags to leave out.
    static func all(_ flags: [CatalogueFlag], except excluded: Set<String>) -> [[String: JSONValue]] {
        var count = 0
        // A catalogue from a file may have a key twice.
        var keys = excluded
        let usable = flags.filter { flag in
            guard flag.knownValues.count > 1, keys.insert(flag.key).inserted else { return false }
            count += flag.knownValues.count
            return count <= maximumValues
        }
        guard usable.count > 1 else {
            return usable.first.map { flag in flag.knownValues.map { [flag.key: $0] } } ?? []
        }
        var search = PairwiseConfigurations(usable)
        return search.run()
    }

    private init(_ flags: [CatalogueFlag]) {
        self.flags = flags
        values = flags.map(\.knownValues)
        var offsets = [0]
        for values in values { offsets.append(offsets[offsets.count - 1] + values.count) }
        self.offsets = offsets
        width = offsets[flags.count]
        missing = Array(repeating: false, count: width * width)
        for first in flags.indices {
            for second in flags.indices.dropFirst(first + 1) {
                for one in values[first].indices {
                    for other in values[second].indices where areTogether(first, one, second, other) {
                        missing[(offsets[first] + one) * width + offsets[second] + other] = true
                        count += 1
                    }
                }
            }
        }
    }

    /// Whether two flags can have these values at once.
    private func areTogether(_ first: Int, _ one: Int, _ second: Int, _ other: Int) -> Bool {
        let (a, b) = (flags[first], flags[second])
        let (x, y) = (values[first][one], values[second][other])
        if let group = a.exclusionGroup, group == b.exclusionGroup, x == .bool(true), y == .bool(true) { return false }
        if a.parent == b.key, x == .bool(true), y == .bool(false) { return false }
        return !(b.parent == a.key && x == .bool(false) && y == .bool(true))
    }

    private mutating func run() -> [[String: JSONValue]] {
        var found: [[String: JSONValue]] = []
        var next = 0
        while count > 0 {
            while !missing[next] { next += 1 }
            let row = configuration(with: (next / width, next % width))
            remove(row)
            found.append(
                Dictionary(row.enumerated().map { (flags[$0].key, values[$0][$1 - offsets[$0]]) }) { first, _ in first }
            )
        }
        return found
    }

    /// Returns the place of each flag's value in a configuration that has a pair.
    private func configuration(with pair: (Int, Int)) -> [Int] {
        var row = [Int?](repeating: nil, count: flags.count)
        var chosen: [Int] = []
        for place in [pair.0, pair.1] {
            let flag = offsets.lastIndex { $0 <= place } ?? 0
            row[flag] = place
            chosen.append(flag)
        }
        for flag in flags.indices where row[flag] == nil {
            var best = (place: offsets[flag], gain: -1)
            for value in values[flag].indices {
                let place = offsets[flag] + value
                var gain = 0
                for other in chosen {
                    guard let set = row[other] else { continue }
                    guard areTogether(flag, value, other, set - offsets[other]) else {
                        gain = -1
                        break
                    }
                    if missing[min(place, set) * width + max(place, set)] { gain += 1 }
                }
                if gain > best.gain { best = (place, gain) }
            }
            row[flag] = best.place
            chosen.append(flag)
        }
        return row.compactMap(\.self)
    }

    private mutating func remove(_ row: [Int]) {
        for (index, place) in row.enumerated() {
            for other in row.dropFirst(index + 1) where missing[place * width + other] {
                missing[place * width + other] = false
                count -= 1
            }
        }
    }
}

extension CatalogueFlag {
    /// The values that can be listed.
    fileprivate var knownValues: [JSONValue] { allowedValues ?? (type == .bool ? [.bool(false), .bool(true)] : []) }
}
