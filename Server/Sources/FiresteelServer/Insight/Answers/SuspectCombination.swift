import FiresteelBase
import FiresteelStatistics
import FiresteelStore

/// Whether a variant affects sessions only on one system.
///
/// Roll-ups count by variant and by system, not by both. Affected sessions are few, and are read; of many, the last ones represent
/// all. How many sessions there are of each kind is estimated by the same sample of them each time.
struct SuspectCombination {
    /// The number of reports whose sessions are looked for.
    private static let maximumReports: Int64 = 5_000
    /// The maximum number of affected sessions that are read.
    private static let maximumAffected: Int64 = 2_000
    /// The sessions of a day that are read as a sample, and the maximum number of days.
    private static let sample: Int64 = 1_000
    private static let maximumDays: Int64 = 7

    private let reader: InsightReader
    private let form: GroupForm
    private let period: Range<Int64>
    private let flag: String
    private let variant: String
    private let action: String?
    private let population: SuspectPopulation

    init(
        _ reader: InsightReader, _ form: GroupForm, _ period: Range<Int64>,
        flag: String, variant: String, action: String?, _ population: SuspectPopulation
    ) {
        self.reader = reader
        self.form = form
        self.period = period
        self.flag = flag
        self.variant = variant
        self.action = action
        self.population = population
    }

    private struct Cell: Hashable {
        let system: String
        let hasVariant: Bool
    }

    /// Returns the rates with and without the variant, on the system with most affected sessions and on all others; `nil`
    /// without enough data.
    func json() throws -> JSONValue? {
        let affected = try affectedCells()
        let affectedWith = affected.filter { $0.key.hasVariant }
        guard let system = affectedWith.max(by: { ($0.value, $1.key.system) < ($1.value, $0.key.system) })?.key.system,
            affectedWith.values.reduce(0, +) >= 5
        else { return nil }
        let sampled = try sampledCells()
        let read = sampled.values.reduce(0, +)
        let all = population.versions.filter { population.affectedVersions.contains($0.key) }.values.reduce(0, +)
        guard read > 0, all > 0 else { return nil }
        let scale = max(1, Double(all) / Double(read))
        let affectedScale = max(1, Double(population.affectedTotal) / Double(affected.values.reduce(0, +)))
        func counts(_ cell: (Bool, Bool), affectedBy factor: Double, totalBy totalFactor: Double) throws -> RateCounts {
            func sum(_ cells: [Cell: Int], by factor: Double) -> Int {
                let sum = cells.reduce(0) {
                    ($1.key.system == system) == cell.0 && $1.key.hasVariant == cell.1 ? $0 + $1.value : $0
                }
                return Int((Double(sum) * factor).rounded())
            }
            let part = sum(affected, by: factor)
            return try RateCounts(affected: part, of: max(part, sum(sampled, by: totalFactor)))
        }
        let combinations = [(true, true), (true, false), (false, true), (false, false)]
        let four = try combinations.map { try counts($0, affectedBy: affectedScale, totalBy: scale) }
        // Sessions that weren't read aren't evidence: the same rates, of as many as were.
        let evidence = try combinations.map { try counts($0, affectedBy: 1, totalBy: scale / affectedScale) }
        let ranked = try SuspectRanking().rank([
            SuspectFactor(true, strata: [RateStratum(exposed: evidence[0], unexposed: evidence[2])]),
            SuspectFactor(false, strata: [RateStratum(exposed: evidence[1], unexposed: evidence[3])]),
        ])
        let named = Set(ranked.filter(\.isNamed).map(\.factor))
        guard ranked.contains(where: { $0.factor && $0.figures != nil }) else { return nil }
        return [
            "flag": .string(flag), "variant": .string(variant), "system": .string(system),
            "cells": .array(
                zip(combinations, four).map { combination, counts in
                    [
                        "hasSystem": .bool(combination.0), "hasVariant": .bool(combination.1),
                        "affected": .int(counts.affected),
                        "total": .int(counts.total),
                    ]
                }),
            "isOnlyInCombination": .bool(named == [true]), "isEstimated": .bool(scale > 1 || affectedScale > 1),
        ]
    }

    private func count(_ session: StoredSession, in cells: inout [Cell: Int]) {
        let hasVariant = session.facts.variants.contains(CountKey.name(flag, variant))
        cells[Cell(system: session.system, hasVariant: hasVariant), default: 0] += 1
    }

    /// Counts the sessions of the newest reports.
    private func affectedCells() throws -> [Cell: Int] {
        var cells: [Cell: Int] = [:]
        try reader.sessions(
            affectedBy: form.identifiers, period, reports: Self.maximumReports, limit: Self.maximumAffected
        ) { count($0, in: &cells) }
        return cells
    }

    /// Counts the sessions of the sample.
    private func sampledCells() throws -> [Cell: Int] {
        let last = InsightTime.day(of: period.upperBound - 1)
        let first = max(InsightTime.day(of: period.lowerBound), last - (Self.maximumDays - 1) * InsightTime.day)
        let versions = population.affectedVersions
        var cells: [Cell: Int] = [:]
        for day in stride(from: first, to: last + 1, by: Int64.Stride(InsightTime.day)) {
            try reader.sample(day, limit: Self.sample) { session in
                guard period.contains(session.slice.hour), versions.contains(session.slice.version),
                    action.map({ session.facts.actions[$0] != nil }) ?? true
                else { return }
                count(session, in: &cells)
            }
        }
        return cells
    }
}
