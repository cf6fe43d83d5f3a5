package import FiresteelDatabase
import Foundation

/// Preserves the reports that a change is linked to, so that its causes can still be read when others are removed.
package struct LinkedReports {
    /// The number of reports of a group that a change preserves: the newest ones.
    static let maximum: Int64 = 20
    /// The mark of such a report; the first one of a group has 1.
    static let mark: Int64 = 2
    private static let prefix = "(report "

    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    /// Preserves the newest reports of the group that a reason ends with.
    ///
    /// - Parameters:
    ///   - reason: The reason of a change: `Crash during Save Document: 47 since 08:52 (report g1)`.
    ///   - program: The program of the change.
    ///   - environments: The environments that the change affects.
    package func pin(namedBy reason: String, of program: String, in environments: some Sequence<String>) throws {
        guard let group = Self.group(namedBy: reason) else { return }
        for environment in environments {
            let scope = InsightScope(program: program, environment: environment)
            guard let number = try ScopeTable(database).number(of: scope) else { continue }
            let newest = try database.query(
                """
                SELECT run, number FROM insight_reports WHERE scope = ? AND group_id IN
                    (SELECT id FROM insight_groups WHERE scope = ? AND (id = ? OR merged_into = ?))
                ORDER BY time DESC, run, number LIMIT ?
                """, .int(number), .int(number), .text(group), .text(group), .int(Self.maximum))
            let keys: [[DatabaseValue]] = try newest.map { [.int(number), try $0["run"], try $0["number"]] }
            try RowBatch.eachCondition(on: ["scope", "run", "number"], keys) { condition, arguments in
                try database.execute(
                    "UPDATE insight_reports SET is_pinned = \(Self.mark) WHERE \(condition)", arguments)
            }
        }
    }

    /// Returns the group that a reason ends with, `nil` without one.
    static func group(namedBy reason: String) -> String? {
        guard reason.hasSuffix(")"), let start = reason.range(of: prefix, options: .backwards) else { return nil }
        let group = reason[start.upperBound..<reason.index(before: reason.endIndex)]
        let isName = group.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || (48...57).contains(byte)
                || (65...90).contains(byte) || (97...122).contains(byte)
        }
        return isName && (1...64).contains(group.utf8.count) ? String(group) : nil
    }
}
