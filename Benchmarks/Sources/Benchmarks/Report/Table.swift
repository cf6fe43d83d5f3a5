/// The results as a table.
struct Table {
    private let tolerance: Double
    private var groups: [(title: String, rows: [Row])] = []

    init(tolerance: Double) { self.tolerance = tolerance }

    mutating func add(_ title: String, _ rows: [Row]) { groups.append((title, rows)) }

    /// Whether all results are within their budgets.
    var isWithin: Bool {
        groups.allSatisfy { group in group.rows.allSatisfy { $0.verdict(tolerance: tolerance) != .over } }
    }

    private static let headings = ["operation", "median", "ratio", "to", "budget", "allocations", ""]

    var text: String {
        let cells = groups.map { group in group.rows.map { self.cells($0) } }
        let widths = Self.headings.indices.map { column in
            (cells.joined().map { $0[column].count } + [Self.headings[column].count]).max() ?? 0
        }
        var lines = [line(Self.headings, widths)]
        for (group, rows) in zip(groups, cells) {
            lines.append("")
            lines.append(group.title)
            lines += rows.map { line($0, widths) }
        }
        let over = groups.flatMap(\.rows).filter { $0.verdict(tolerance: tolerance) == .over }
        lines.append("")
        lines.append(
            over.isEmpty
                ? "Everything is within its budget, or within \(Int(tolerance * 100)) % of it (~)."
                : "Over budget by more than \(Int(tolerance * 100)) %: \(over.map(\.operation).joined(separator: "; "))."
        )
        return lines.joined(separator: "\n")
    }

    private func cells(_ row: Row) -> [String] {
        [
            "  " + row.operation, Self.amount(row.value, row.unit),
            row.ratio.map { Self.number($0) + " ×" } ?? "", row.limit ?? "",
            row.budget.map { Self.number($0) + (row.limit == nil ? " " + row.unit : " ×") } ?? "",
            row.allocations.map(Self.number) ?? "", row.verdict(tolerance: tolerance).rawValue,
        ]
    }

    /// Aligns text left and figures right.
    private func line(_ cells: [String], _ widths: [Int]) -> String {
        let leftAligned = [0, 3, 6]
        let padded = cells.indices.map { column in
            let space = String(repeating: " ", count: widths[column] - cells[column].count)
            return leftAligned.contains(column) ? cells[column] + space : space + cells[column]
        }
        let line = padded.joined(separator: "  ")
        return String(line.reversed().drop { $0 == " " }.reversed())
    }

    private static func amount(_ value: Double, _ unit: String) -> String {
        guard !value.isNaN else { return "not known" }
        if unit == "ns", value >= 1_000_000 { return number(value / 1_000_000) + " ms" }
        return number(value) + (unit.isEmpty ? "" : " " + unit)
    }

    /// Formats a number with three significant digits, or all of an integer.
    private static func number(_ value: Double) -> String {
        if value == value.rounded() || abs(value) >= 100 { return String(Int(value.rounded())) }
        let factor: Double = abs(value) >= 10 ? 10 : 100
        return String((value * factor).rounded() / factor)
    }
}
