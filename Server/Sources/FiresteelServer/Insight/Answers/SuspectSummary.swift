import FiresteelDatabase
import FiresteelFlags
import FiresteelStatistics
import FiresteelStore

/// The first suspect of each open group of a list that had reports in the last day.
///
/// It is what ``Suspects`` names first for the period that a group's page has by default. Groups are compared at most once a
/// minute as long as they have no new reports, and only some of them for one answer: the others keep what was found before.
struct SuspectSummary {
    private static let hours: Int64 = 168
    /// The maximum number of groups that are compared for one answer.
    private static let maximumGroups = 20
    /// The number of comparisons within versions after which no further group is compared for the answer.
    private static let maximumStrata = 10_000

    private let reader: InsightReader
    private let cache: SuspectCache
    private let now: Int64
    private let period: Range<Int64>

    init(_ database: any DatabaseConnection, scope: Int64, cache: SuspectCache, now: Int64) {
        reader = InsightReader(database, scope: scope)
        self.cache = cache
        self.now = now
        period = InsightReader.period(hours: Self.hours, now: now)
    }

    private struct Due {
        let form: GroupForm
        let index: Int
        /// The time of the last comparison.
        let time: Int64
    }

    /// Returns the suspects by group; a group without one isn't in it.
    func suspects(of lines: some Sequence<GroupList.Line>) throws -> [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        var due: [Due] = []
        for (index, line) in lines.enumerated() where line.form.root.state == .open && line.reports > 0 {
            let id = line.form.root.id
            let entry = cache.entry(of: id, scope: reader.scope)
            if let entry, entry.isUsable(at: now) { found[id] = entry.suspect }
            if let entry, entry.isCurrent(reports: line.form.reports, at: now) { continue }
            due.append(Due(form: line.form, index: index, time: entry?.time ?? .min))
        }
        // Those that were compared longest ago, so that each has its turn.
        due.sort { ($0.time, $0.index) < ($1.time, $1.index) }
        let ranking = try SuspectRanking()
        var bases: [String: [InsightReader.Count]] = [:]
        var strata = 0
        for one in due.prefix(Self.maximumGroups) where strata < Self.maximumStrata {
            let suspect = try compare(one.form, ranking, &bases, &strata)
            let entry = SuspectCache.Entry(suspect: suspect, reports: one.form.reports, time: now)
            cache.store(entry, of: one.form.root.id, scope: reader.scope)
            found[one.form.root.id] = suspect
        }
        return found
    }

    /// Returns the suspect of a group, `null` if none is named.
    ///
    /// - Parameters:
    ///   - form: The group.
    ///   - ranking: The ranking.
    ///   - bases: The counts of all sessions by their subject, which groups share.
    ///   - strata: Is increased by the number of comparisons.
    private func compare(
        _ form: GroupForm, _ ranking: SuspectRanking, _ bases: inout [String: [InsightReader.Count]],
        _ strata: inout Int
    ) throws -> JSONValue {
        let affected = try reader.counts(.sessions, of: form.subjects, period)
        // No factor of fewer is compared.
        guard affected.byVersion().values.reduce(0, +) >= Int64(ranking.minimumAffected) else { return .null }
        let subject = form.baseSubject
        let base = try bases[subject] ?? reader.counts(.sessions, of: [subject], period)
        bases[subject] = base
        let factors = try Suspects.factors(SuspectPopulation(affected: affected, base: base))
        strata += factors.reduce(0) { $0 + $1.strata.count }
        guard let first = ranking.rank(factors).first(where: \.isNamed), let figures = first.figures else {
            return .null
        }
        return Self.json(first.factor, figures)
    }

    private static func json(_ factor: Suspects.Factor, _ figures: SuspectFigures) -> JSONValue {
        var members: [String: JSONValue] = [
            "flag": .null, "variant": .null, "version": .null, "ratio": .finite(figures.ratio),
            "lower": .finite(figures.interval.lower), "upper": .finite(figures.interval.upper),
        ]
        let sessions: String
        switch factor {
        case .variant(let flag, let variant):
            members["flag"] = .string(flag)
            members["variant"] = .string(variant)
            sessions = "sessions with “\(variant)” of \(flag)"
        case .version(let version):
            members["version"] = .string(version)
            sessions = "sessions of \(version)"
        }
        members["text"] = .string(text(sessions, figures.ratio))
        return .object(members)
    }

    private static func text(_ sessions: String, _ ratio: Double) -> String {
        guard ratio < 1_000_000 else { return "Only \(sessions) are affected." }
        let tenths = Int((ratio * 10).rounded())
        let times = tenths < 100 && !tenths.isMultiple(of: 10) ? "\(Double(tenths) / 10)" : "\(Int(ratio.rounded()))"
        return "\(sessions.prefix(1).uppercased())\(sessions.dropFirst()) are affected \(times) times as often."
    }
}
