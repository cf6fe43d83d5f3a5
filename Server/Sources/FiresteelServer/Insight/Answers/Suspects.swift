import FiresteelBase
import FiresteelDatabase
import FiresteelStatistics
import FiresteelStore

/// The possible reasons why sessions are affected by a group: variants of flags, and versions.
struct Suspects {
    /// A variant of a flag, or a version.
    enum Factor: Sendable, Hashable {
        case variant(flag: String, variant: String)
        case version(String)

        /// The flag of a variant, `nil` for a version.
        var flag: String? {
            if case .variant(let flag, _) = self { flag } else { nil }
        }
    }

    /// The maximum number of variants that are compared: those that most sessions have.
    private static let maximumVariants = 500
    /// The p-value above which a difference isn't one.
    private static let caution = 0.25

    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let form: GroupForm
    private let period: Range<Int64>
    private let program: String
    private let environment: String

    init(
        _ database: any DatabaseConnection, scope: Int64, _ form: GroupForm, hours: Int, now: Int64, program: String,
        environment: String
    ) {
        self.database = database
        reader = InsightReader(database, scope: scope)
        self.form = form
        period = InsightReader.period(hours: Int64(hours), now: now)
        self.program = program
        self.environment = environment
    }

    func json() throws -> JSONValue {
        let action = form.root.countedAction
        let affected = try reader.counts(.sessions, of: form.subjects, period)
        let base = try reader.counts(.sessions, of: [form.baseSubject], period)
        let population = SuspectPopulation(affected: affected, base: base)
        let factors = try Self.factors(population)
        let ranking = try SuspectRanking()
        let ranked = ranking.rank(factors)
        let protective = try Self.protective(ranked, factors, errorRate: ranking.errorRate)
        let compared = ranked.count { $0.figures != nil }
        let shortage = Self.shortage(population, compared: compared, ranking)
        let combination: JSONValue?
        if let first = ranked.first, let figures = first.figures, figures.ratio > 1,
            case .variant(let flag, let variant) = first.factor
        {
            combination = try SuspectCombination(
                reader, form, period, flag: flag, variant: variant, action: action, population
            ).json()
        } else {
            combination = nil
        }
        return [
            "base": [
                "subject": action == nil ? "all" : "action", "sessions": .int(Int(population.total)),
                "affected": .int(Int(population.affectedTotal)),
            ],
            "compared": .int(compared), "named": .int(ranked.count(where: \.isNamed)),
            "errorRate": .double(ranking.errorRate), "isEnough": .bool(shortage.isEmpty), "shortage": .string(shortage),
            "suspects": .array(
                Self.withoutMirrors(ranked).map { Self.json($0, isProtective: protective.contains($0.factor)) }),
            "combination": combination ?? .null,
            "before": .array(
                try ChangesBefore(database, reader, program: program, environment: environment)
                    .json(form.first.first)),
            "first": .int(Int(form.first.first)), "covers": try InsightForms.covers(reader, period),
        ]
    }

    // MARK: Factors

    /// Returns the variants and versions that are compared.
    static func factors(_ population: SuspectPopulation) throws -> [SuspectFactor<Factor>] {
        // By the number of sessions that have it, not of affected ones, which would select factors that are frequent by chance.
        let variants = population.variants.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(maximumVariants)
        var factors = try variants.compactMap { value, _ -> SuspectFactor<Factor>? in
            let (flag, variant) = CountKey.variant.parts(in: value)
            guard flag != NameBook.other else { return nil }
            return SuspectFactor(.variant(flag: flag, variant: variant), strata: try population.strata(of: value))
        }
        for version in population.versions.keys.sorted() where version != NameBook.other {
            factors.append(SuspectFactor(.version(version), strata: [try population.stratum(ofVersion: version)]))
        }
        return factors
    }

    /// Returns the factors whose sessions are affected less often, also after the correction for the number of factors.
    static func protective(
        _ ranked: [Suspect<Factor>], _ factors: [SuspectFactor<Factor>], errorRate: Double
    ) throws -> Set<Factor> {
        // As the ranking compares.
        let sequence = try RateRatioSequence(typicalRatio: 3)
        let strata = Dictionary(factors.map { ($0.factor, $0.strata) }, uniquingKeysWith: { first, _ in first })
        let compared = ranked.filter { $0.figures != nil }
        let pValues = try compared.map { suspect -> Double in
            // One whose interval reaches 1 can't be among them, and is counted nevertheless.
            guard let figures = suspect.figures, figures.interval.upper < 1 else { return 1 }
            let exchanged = (strata[suspect.factor] ?? []).map {
                RateStratum(exposed: $0.unexposed, unexposed: $0.exposed)
            }
            return try sequence.pValue(exchanged)
        }
        let adjusted = try FalseDiscoveryRate.adjusted(pValues)
        return Set(zip(compared, adjusted).filter { $0.1 <= errorRate }.map { $0.0.factor })
    }

    /// Returns the suspects without those that are affected less only because another one is named: the other variants of its
    /// flag, or the other versions.
    static func withoutMirrors(_ ranked: [Suspect<Factor>]) -> [Suspect<Factor>] {
        let named = Set(ranked.filter(\.isNamed).map { $0.factor.flag })
        return ranked.filter { suspect in
            guard let figures = suspect.figures, figures.interval.upper < 1 else { return true }
            return !named.contains(suspect.factor.flag)
        }
    }

    private static func shortage(_ population: SuspectPopulation, compared: Int, _ ranking: SuspectRanking) -> String {
        let affected = population.affectedTotal
        if affected < Int64(ranking.minimumAffected) {
            let sessions = affected == 1 ? "1 session is" : "\(affected) sessions are"
            return "\(sessions) affected. At least \(ranking.minimumAffected) are needed."
        }
        if compared == 0 {
            return "No variant and no version has \(ranking.minimumRuns) sessions with it and as many without it."
        }
        return ""
    }

    // MARK: Forms

    /// Returns the finding from the figures, in a word: sessions with the factor are certainly affected more often, or less often, or not.
    private static func verdict(_ figures: SuspectFigures, isProtective: Bool) -> String {
        if figures.isNamed { return "conclusive" }
        if isProtective { return "less" }
        return figures.interval.upper < 1 || figures.pValue <= caution ? "chance" : "none"
    }

    private static func json(_ suspect: Suspect<Factor>, isProtective: Bool) -> JSONValue {
        var members: [String: JSONValue] = [
            "flag": .null, "variant": .null, "version": .null, "isNamed": .bool(suspect.isNamed), "shortage": "",
            "ratio": .null, "interval": .null, "pValue": .null, "adjustedPValue": .null,
            "exposed": counts(.none), "unexposed": counts(.none),
        ]
        switch suspect.factor {
        case .variant(let flag, let variant):
            members["kind"] = "variant"
            members["flag"] = .string(flag)
            members["variant"] = .string(variant)
        case .version(let version):
            members["kind"] = "version"
            members["version"] = .string(version)
        }
        switch suspect.finding {
        case .compared(let figures):
            members["verdict"] = .string(verdict(figures, isProtective: isProtective))
            members["exposed"] = counts(figures.exposed)
            members["unexposed"] = counts(figures.unexposed)
            members["ratio"] = .finite(figures.ratio)
            members["interval"] = [.finite(figures.interval.lower), .finite(figures.interval.upper)]
            members["pValue"] = .double(figures.pValue)
            members["adjustedPValue"] = .double(figures.adjustedPValue)
        case .notEnoughData(let shortage):
            members["verdict"] = "noData"
            members["shortage"] = .string(text(shortage))
        }
        return .object(members)
    }

    private static func text(_ shortage: Suspect<Factor>.Shortage) -> String {
        switch shortage {
        case .nothingToCompare: "No version has sessions with it and without it."
        case .runs(let exposed, let unexposed, let needed):
            "\(exposed) sessions have it and \(unexposed) don't. Each needs \(needed)."
        case .affected(let affected, let needed): "\(affected) of them are affected. At least \(needed) are needed."
        }
    }

    private static func counts(_ counts: RateCounts) -> JSONValue {
        ["affected": .int(counts.affected), "total": .int(counts.total)]
    }
}
