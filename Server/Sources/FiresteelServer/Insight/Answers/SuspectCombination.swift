import FiresteelDatabase
import FiresteelFlags
import FiresteelStatistics
import FiresteelStore

/// Whether a variant affects sessions only on one system.
///
/// Roll-ups count by variant and by system, not by both. Affected sessions are few, and are read; how many sessions there are of
/// each kind is estimated by the same sample of them each time.
struct SuspectCombination {
    /// The greatest number of affected sessions that are read.
    private static let maximumAffected: Int64 = 2_000
    /// The sessions of a day that are read as a sample, and the greatest number of days.
    private static let sample: Int64 = 1_000
    private static let maximumDays: Int64 = 7

    private let database: any DatabaseConnection
    private let reader: InsightReader
    private let form: GroupForm
    private let period: Range<Int64>
    private let flag: String
    private let variant: String
    private let action: String?
    private let population: SuspectPopulation

    init(
        _ database: any DatabaseConnection, _ reader: InsightReader, _ form: GroupForm, _ period: Range<Int64>,
        flag: String, variant: String, action: String?, _ population: SuspectPopulation
    ) {
        self.database = database
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
    func json() throws -> FlagValue? {
        let affected = try cells(of: affectedSessions())
        let affectedWith = affected.filter { $0.key.hasVariant }
        guard let system = affectedWith.max(by: { ($0.value, $1.key.system) < ($1.value, $0.key.system) })?.key.system,
            affectedWith.values.reduce(0, +) >= 5
        else { return nil }
        let sampled = try cells(of: sampledSessions())
        let read = sampled.values.reduce(0, +)
        let all = population.versions.filter { population.affectedVersions.contains($0.key) }.values.reduce(0, +)
        guard read > 0, all > 0 else { return nil }
        let scale = max(1, Double(all) / Double(read))
        func counts(_ isSystem: Bool, _ hasVariant: Bool) throws -> RateCounts {
            func sum(_ cells: [Cell: Int]) -> Int {
                cells.reduce(0) {
                    ($1.key.system == system) == isSystem && $1.key.hasVariant == hasVariant ? $0 + $1.value : $0
                }
            }
            let part = sum(affected)
            return try RateCounts(affected: part, of: max(part, Int((Double(sum(sampled)) * scale).rounded())))
        }
        let places = [(true, true), (true, false), (false, true), (false, false)]
        let four = try places.map { try counts($0, $1) }
        let ranked = try SuspectRanking().rank([
            SuspectFactor(true, strata: [RateStratum(exposed: four[0], unexposed: four[2])]),
            SuspectFactor(false, strata: [RateStratum(exposed: four[1], unexposed: four[3])]),
        ])
        let named = Set(ranked.filter(\.isNamed).map(\.factor))
        guard ranked.contains(where: { $0.factor && $0.figures != nil }) else { return nil }
        return [
            "flag": .string(flag), "variant": .string(variant), "system": .string(system),
            "cells": .array(
                zip(places, four).map { place, counts in
                    [
                        "hasSystem": .bool(place.0), "hasVariant": .bool(place.1), "affected": .int(counts.affected),
                        "total": .int(counts.total),
                    ]
                }),
            "isOnlyInCombination": .bool(named == [true]), "isEstimated": .bool(scale > 1),
        ]
    }

    private func cells(of sessions: [StoredSession]) -> [Cell: Int] {
        sessions.reduce(into: [:]) {
            $0[Cell(system: $1.system, hasVariant: $1.facts.variants.contains("\(flag)\t\(variant)")), default: 0] += 1
        }
    }

    /// Returns the sessions of the newest reports.
    private func affectedSessions() throws -> [StoredSession] {
        let places = Array(repeating: "?", count: form.identifiers.count).joined(separator: ", ")
        return try database.query(
            """
            SELECT s.* FROM insight_sessions s WHERE s.scope = ? AND s.hour >= ? AND s.hour < ? AND EXISTS (
                SELECT 1 FROM insight_reports r
                WHERE r.scope = s.scope AND r.run = s.run AND r.session = s.session AND r.group_id IN (\(places)))
            ORDER BY s.hour DESC, s.sample LIMIT ?
            """,
            [.int(reader.scope), .int(period.lowerBound), .int(period.upperBound)]
                + form.identifiers.map { .text($0) } + [.int(Self.maximumAffected)]
        ).map(SessionTable.session)
    }

    private func sampledSessions() throws -> [StoredSession] {
        let last = InsightTime.day(of: period.upperBound - 1)
        let first = max(InsightTime.day(of: period.lowerBound), last - (Self.maximumDays - 1) * InsightTime.day)
        let versions = population.affectedVersions
        var sessions: [StoredSession] = []
        for day in stride(from: first, to: last + 1, by: Int64.Stride(InsightTime.day)) {
            sessions += try reader.sample(day, limit: Self.sample).filter { session in
                period.contains(session.place.hour) && versions.contains(session.place.version)
                    && action.map { session.facts.actions[$0] != nil } ?? true
            }
        }
        return sessions
    }
}
