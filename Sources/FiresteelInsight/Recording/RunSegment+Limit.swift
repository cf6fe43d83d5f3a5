extension RunSegment {
    /// Removes people beyond their limit, and the longest lists until the segment is within the limit of bytes.
    ///
    /// What is removed is counted as dropped.
    mutating func limit() {
        let surplus = people.count - SegmentLimits.people
        if surplus > 0 {
            people.removeLast(surplus)
            people[0].dropped += surplus
        }
        var bytes = json.count
        let lists: [WritableKeyPath<Person, Int>] = [\.successionCount, \.refusalCount, \.exposureCount, \.actionCount]
        for list in lists where bytes > SegmentLimits.bytes {
            let longestFirst = people.indices.sorted { people[$0][keyPath: list] > people[$1][keyPath: list] }
            for index in longestFirst where bytes > SegmentLimits.bytes {
                let count = people[index][keyPath: list]
                guard count > 0 else { break }
                let before = people[index].jsonBytes
                people[index].dropped += count
                people[index][keyPath: list] = 0
                bytes -= before - people[index].jsonBytes
            }
        }
    }
}

extension RunSegment.Person {
    // The length of each list; setting 0 empties it.
    fileprivate var successionCount: Int {
        get { successions.count }
        set { successions = Array(successions.prefix(newValue)) }
    }
    fileprivate var refusalCount: Int {
        get { refusals.count }
        set { refusals = Array(refusals.prefix(newValue)) }
    }
    fileprivate var exposureCount: Int {
        get { exposures.count }
        set { exposures = Array(exposures.prefix(newValue)) }
    }
    fileprivate var actionCount: Int {
        get { actions.count }
        set { actions = Array(actions.prefix(newValue)) }
    }
}
