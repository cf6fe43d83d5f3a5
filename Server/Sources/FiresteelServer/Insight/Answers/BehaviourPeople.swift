import FiresteelStore

/// The people who used the program and its features: in the shown period and version, and of all versions in the last 30 days.
///
/// Sketches are the largest rows that the figures are read from, so none is read twice.
struct BehaviourPeople {
    /// The last 30 days, whatever period is shown.
    let month: Range<Int64>
    private let reader: InsightReader
    private let period: Range<Int64>
    private let version: String?

    init(_ reader: InsightReader, _ period: Range<Int64>, version: String?, now: Int64) {
        self.reader = reader
        self.period = period
        self.version = version
        month = InsightReader.period(hours: 720, now: now)
    }

    /// People by value, of the shown period and version, and of all versions in the last 30 days.
    typealias People = (period: [String: PeopleSketch], month: [String: PeopleSketch])

    /// Returns the people of a subject.
    ///
    /// Both periods end now, so that without a version the shorter one's sketches are read once, and united with the rest.
    func people(_ subject: String) throws -> People {
        guard version == nil else {
            return try (reader.people([subject], period, version: version), reader.people([subject], month))
        }
        let isShorter = period.lowerBound >= month.lowerBound
        let (short, long) = isShorter ? (period, month) : (month, period)
        let recent = try reader.people([subject], short)
        guard long.lowerBound < short.lowerBound else { return (recent, recent) }
        let all = try reader.people([subject], long.lowerBound..<short.lowerBound).merging(recent) { one, other in
            var union = one
            union.formUnion(other)
            return union
        }
        return isShorter ? (recent, all) : (all, recent)
    }

    /// Users by feature, of the shown period and version; and of all versions in the last 30 days, if these were read as well.
    typealias Users = (period: [String: PeopleSketch], month: [String: PeopleSketch]?)

    /// Returns the people who used features in the shown period, and the data of the last 30 days that was read for it.
    func usersByFeature() throws -> Users {
        guard version == nil, period.lowerBound <= month.lowerBound else {
            return (try reader.people(["features"], period, version: version), nil)
        }
        let both = try people("features")
        return (both.period, both.month)
    }

    /// Returns who used some features in the last 30 days, or at least as many as the ones of the shown period.
    ///
    /// A feature has a sketch for each hour or day and version. Those before the period are read of features alone that too few
    /// used in it to say that the feature is used.
    func monthUsers(
        of features: [String], _ users: Users, atLeast enough: Int
    ) throws -> [String: PeopleSketch] {
        if let month = users.month { return month }
        // People of a longer period, which is one of a version here, may have come before the month.
        let isPart = period.lowerBound >= month.lowerBound
        let open = isPart ? features.filter { (users.period[$0]?.count ?? 0) < enough } : features
        // People of one version are some of all.
        guard version == nil else {
            return try users.period.merging(reader.people(["features"], month, values: open)) { $1 }
        }
        let earlier = try reader.people(["features"], month.lowerBound..<period.lowerBound, values: open)
        return users.period.merging(earlier) { one, other in
            var union = one
            union.formUnion(other)
            return union
        }
    }
}
