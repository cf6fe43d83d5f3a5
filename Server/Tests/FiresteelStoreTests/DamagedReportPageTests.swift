import FiresteelDatabase
import FiresteelStore
import Testing

@Suite("Pages of reports with damaged rows")
struct DamagedReportPageTests {
    private static let limit = 3

    /// Stores reports of one group, the newest first, and damages those whose sign is “x”.
    ///
    /// - Parameter rows: A sign for each report.
    private func with(
        _ rows: String, _ body: (InsightFixture, _ group: String, _ readable: [String]) async throws -> Void
    ) async throws {
        // PostgreSQL stores no value of another type.
        try await InsightFixture.with(.sqlite) { insight in
            let runs = (0..<rows.count).map { "r\($0)" }
            let reports = runs.enumerated().map { index, run in
                InsightFixture.crash(run, time: InsightFixture.now - Int64(10_000 + index * 1_000))
            }
            try await insight.receive(reports: reports)
            let group = try #require(try await insight.groups().first).id
            let damaged = zip(runs, rows).compactMap { $1 == "x" ? $0 : nil }
            try await insight.database.write { database in
                for run in damaged {
                    let count = try database.execute(
                        "UPDATE insight_reports SET number = 'x' WHERE run = ?", .text(run))
                    #expect(count == 1)
                }
            }
            try await body(insight, group, runs.filter { !damaged.contains($0) })
        }
    }

    /// Reads pages as the dashboard does: each begins after the last report of the one before.
    private func pages(_ insight: InsightFixture, of group: String) async throws -> [[String]] {
        var pages: [[String]] = []
        var place = ReportTable.Place.end
        while true {
            let before = place
            let page = try await insight.database.read {
                try ReportTable($0, scope: 1).page(of: [group], before: before, limit: Self.limit)
            }
            pages.append(page.heads.map(\.run))
            guard page.hasMore, let last = page.heads.last else { return pages }
            place = ReportTable.Place(time: last.time, run: last.run, number: last.number)
        }
    }

    @Test(
        "Every readable report is on one page, also after whole pages of damaged ones",
        arguments: [
            "ooooooo", "xxxo", "xxxxxxxoooo", "oooxxxooo", "oxxxxoxxxxxxxo", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxo",
            "ooxxxxxxx", "oooxxx",
        ])
    func all(_ rows: String) async throws {
        try await with(rows) { insight, group, readable in
            let pages = try await pages(insight, of: group)
            #expect(pages.flatMap(\.self) == readable)
            #expect(pages.allSatisfy { $0.count <= Self.limit })
        }
    }

    @Test("A page after which only damaged reports follow isn't followed by further ones")
    func end() async throws {
        try await with("oooxxxxxxx") { insight, group, _ in
            let pages = try await pages(insight, of: group)
            #expect(pages == [["r0", "r1", "r2"], []])
        }
        try await with("xxxxx") { insight, group, _ in
            let pages = try await pages(insight, of: group)
            #expect(pages == [[]])
        }
    }
}
