/// A table with aligned columns.
struct TextTable {
    /// A cell with its highlight.
    struct Cell {
        let text: String
        var mark = TextStyle.Mark.plain
        var isNumber = false
    }

    private var rows: [[Cell]] = []

    mutating func add(_ row: [Cell]) { rows.append(row) }

    /// Returns the lines, without blanks at their ends.
    func lines(_ style: TextStyle) -> [String] {
        let count = rows.map(\.count).max() ?? 0
        let widths = (0..<count).map { column in
            rows.map { $0.indices.contains(column) ? $0[column].text.count : 0 }.max() ?? 0
        }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let blanks = String(repeating: " ", count: widths[column] - cell.text.count)
                let isLast = column == row.count - 1
                if cell.isNumber {
                    line += blanks + style.mark(cell.text, cell.mark)
                } else {
                    line += style.mark(cell.text, cell.mark) + (isLast ? "" : blanks)
                }
                if !isLast { line += "  " }
            }
            return line
        }
    }
}
