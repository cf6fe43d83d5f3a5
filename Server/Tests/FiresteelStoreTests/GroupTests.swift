import FiresteelDatabase
import FiresteelFlags
import FiresteelInsight
import FiresteelStore
import Testing

@Suite("Groups of reports")
struct GroupTests {
    /// Two reports, and whether they belong together.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let one: InsightReport
        let other: InsightReport
        let isSame: Bool

        var testDescription: String { name }
    }

    static let cases: [Case] = {
        let crash = InsightFixture.crash("r1")
        func changed(_ report: InsightReport, _ change: (inout InsightReport) -> Void) -> InsightReport {
            var report = report
            report.run = "r2"
            change(&report)
            return report
        }
        let failure = InsightFixture.failure("r1")
        return [
            Case(name: "the same", one: crash, other: changed(crash) { _ in }, isSame: true),
            Case(
                name: "the same crash on two systems", one: crash,
                other: changed(crash) {
                    $0.system = "Linux 6.1.0, x86_64"
                    $0.end = RunSegment.End(.signal, signal: "SIGSEGV")
                    $0.backtrace = [.init(function: "write", module: "libc", isOwn: false)]
                }, isSame: true),
            Case(
                name: "a renamed type whose identifier stayed", one: crash,
                other: changed(crash) { $0.names = .init(feature: "Documents", action: "Save") }, isSame: true),
            Case(
                name: "an error with a number in its text",
                one: InsightFixture.failure("r1", enumCase: nil, message: "No space for 4096 bytes"),
                other: InsightFixture.failure("r2", enumCase: nil, message: "No space for 17 bytes"), isSame: true),
            Case(
                name: "nested actions, of which the inner was in flight", one: crash,
                other: changed(crash) { $0.action = RunSegment.ActionPath(feature: "App/Documents", action: "write") },
                isSame: false),
            Case(
                name: "the same action of a feature elsewhere", one: crash,
                other: changed(crash) { $0.action = RunSegment.ActionPath(feature: "App/Sharing", action: "save") },
                isSame: false),
            Case(
                name: "a crash and one that was killed", one: crash,
                other: changed(crash) {
                    $0.kind = .killed
                    $0.end = RunSegment.End(.killed)
                }, isSame: false),
            Case(name: "a crash and a failure", one: crash, other: changed(failure) { _ in }, isSame: false),
            Case(
                name: "another case of the error", one: failure,
                other: InsightFixture.failure("r2", enumCase: "readOnly"), isSame: false),
            Case(
                name: "another type of error", one: failure,
                other: InsightFixture.failure("r2", type: "NetworkError"), isSame: false),
        ]
    }()

    @Test("Reports are grouped by what happened", arguments: cases)
    func fingerprints(_ one: Case) {
        #expect((ReportFingerprint(one.one).text == ReportFingerprint(one.other).text) == one.isSame)
        #expect(ReportFingerprint(one.one).text.hasPrefix("1:"))
    }

    @Test("A group is named in the program's words")
    func titles() {
        #expect(InsightFixture.crash("r").title == "Crash during Save Document")
        #expect(InsightFixture.failure("r").title == "Save Document failed: diskFull")
        #expect(InsightFixture.failure("r", enumCase: nil).title == "Save Document failed: StorageError")
        var crash = InsightFixture.crash("r")
        (crash.action, crash.names, crash.state) = (nil, nil, nil)
        #expect(crash.title == "Crash with no action in flight")
        crash.steps = []
        #expect(crash.title == "Crash before the first action")
    }

    @Test("Affected sessions are counted by variant and version", arguments: StoreFixture.databases)
    func affected(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            // The report comes first, as after a crash.
            try await insight.receive(reports: [InsightFixture.crash("r1", person: "p1")])
            try await insight.receive(segments: [
                InsightFixture.segment("r1", person: "p1", variants: ["fast-save": "on"]),
                InsightFixture.segment("r2", person: "p2", variants: ["fast-save": "off"]),
                InsightFixture.segment("r3", person: "p3", variants: ["fast-save": "on"]),
            ])
            try await insight.receive(reports: [InsightFixture.crash("r3", person: "p3")])
            let group = try #require(try await insight.groups().first)
            #expect(group.title == "Crash during Save Document")
            #expect(group.reports == 2)
            #expect(group.people.count == 2)
            #expect(group.place == "DocumentStore.swift:118")
            let counts = try await insight.counts()
            #expect(counts["sessions|g:\(group.id)|"] == 2)
            #expect(counts["sessions|g:\(group.id)|v:fast-save>on"] == 2)
            #expect(counts["sessions|g:\(group.id)|v:fast-save>off"] == nil)
            #expect(counts["sessions|a:App/Documents>save|v:fast-save>on"] == 2)
            #expect(counts["sessions|a:App/Documents>save|v:fast-save>off"] == 1)
            #expect(counts["reports||\(group.id)"] == 2)
            #expect(try await insight.history(of: group.id).map(\.kind) == [.new])
        }
    }

    @Test("A resolved group opens again in a version that has the fix", arguments: StoreFixture.databases)
    func reopening(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            let webhook = try await insight.database.write {
                try WebhookTable($0).create(
                    WebhookTable.Draft(
                        name: "Chat", address: "https://example.com/hook", events: [.reportOpened, .reportReopened],
                        environments: ["production"]),
                    of: InsightFixture.scope.program, by: "Mara", time: 1)
            }
            try await insight.receive(reports: [InsightFixture.crash("r1")])
            let id = try #require(try await insight.groups().first).id
            try await insight.carryOut(.resolve(in: "3.10.0"), on: id)
            // 3.9 is before 3.10, and a pre-release of 3.10 is as well.
            for (run, version) in [("r2", "3.9.2"), ("r3", "3.10.0-beta.1"), ("r4", "nightly")] {
                try await insight.receive(reports: [InsightFixture.crash(run, version: version)])
                #expect(try await insight.groups().first?.state == .resolved)
            }
            try await insight.receive(reports: [InsightFixture.crash("r5", version: "3.10.0")])
            let group = try #require(try await insight.groups().first)
            #expect(group.state == .open)
            #expect(group.isReopened)
            #expect(group.reports == 5)
            let history = try await insight.history(of: id)
            #expect(history.map(\.kind) == [.reopened, .resolved, .new])
            #expect(history[0].details["version"] == "3.10.0")
            #expect(history[1].actorName == "Mara Lindt")
            let events = try await insight.database.read { database in
                #expect(
                    try DeliveryTable(database).page(of: webhook.id, state: nil, before: nil, limit: 10, at: 0).count
                        == 2)
                return try database.query("SELECT type, page, data FROM outbox ORDER BY type").map {
                    try ($0.text("type"), $0.text("page"), JSONValue(json: $0.text("data").utf8))
                }
            }
            #expect(events.map(\.0) == ["report.opened", "report.reopened"])
            #expect(events.map(\.1) == Array(repeating: "/p/documents/production/reports/\(id)", count: 2))
            #expect(events[0].2.members["title"] == "Crash during Save Document")
            #expect(events[1].2.members["version"] == "3.10.0")
        }
    }

    @Test("A group is found by the variants of its sessions", arguments: StoreFixture.databases)
    func variants(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(
                segments: [
                    InsightFixture.segment("r1", person: "p1", variants: ["Fast-Save": "on"]),
                    InsightFixture.segment("r2", person: "p2", variants: ["Fast-Save": "off"]),
                ], reports: [InsightFixture.crash("r1", person: "p1")])
            let id = try #require(try await insight.groups().first).id
            let found = try await insight.database.read { database in
                try GroupTable(database, scope: 1).groups(having: ["fast-save\ton", "fast-save\toff", "x\ty"])
            }
            #expect(found == ["fast-save\ton": [id]])
            let read = try await insight.database.read { database in
                let table = GroupTable(database, scope: 1)
                return (
                    flags: try table.flags(of: [id, "other"]), named: try table.groups(with: .flag, "Fast-Save"),
                    later: try table.groups(with: .version, "3.4.2"),
                    versions: try table.groups(having: ["3.4.1", "3.4"], as: .version)
                )
            }
            #expect(read.flags == [id: ["Fast-Save"]])
            #expect(read.named == [id])
            #expect(read.later.isEmpty)
            #expect(read.versions == ["3.4.1": [id]])
        }
    }

    @Test("A group is found by a limited number of flags and variants, and by all versions")
    func manyVariants() async throws {
        try await InsightFixture.with(.sqlite) { insight in
            try await insight.receive(reports: [InsightFixture.crash("r1")])
            let id = try #require(try await insight.groups().first).id
            func counts() async throws -> [String: Int] {
                try await insight.database.read { database in
                    try database.query("SELECT kind, COUNT(*) AS n FROM insight_group_facets GROUP BY kind")
                        .reduce(into: [:]) { try $0[$1.text("kind")] = $1.int("n") }
                }
            }
            func facets(_ numbers: Range<Int>) -> Set<GroupFacet> {
                var facets: Set<GroupFacet> = []
                for number in numbers {
                    for kind in [GroupFacet.Kind.flag, .variant, .version] {
                        facets.insert(GroupFacet(group: id, kind: kind, value: "\(1_000 + number)"))
                    }
                }
                return facets
            }
            // Those that are known already take no room.
            for range in [0..<250, 0..<260, 0..<400, 400..<500] {
                let added = facets(range)
                try await insight.database.write { try GroupTable($0, scope: 1).addFacets(added) }
            }
            #expect(try await counts() == ["flag": 300, "variant": 300, "version": 501])
            let found = try await insight.database.read { try GroupTable($0, scope: 1).groups(with: .flag, "1259") }
            #expect(found == [id])
        }
    }

    @Test("An ignored group opens again after a number of reports", arguments: StoreFixture.databases)
    func ignoring(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(reports: [InsightFixture.crash("r1")])
            let id = try #require(try await insight.groups().first).id
            try await insight.carryOut(.ignore(more: 2), on: id)
            try await insight.receive(reports: [InsightFixture.crash("r2")])
            #expect(try await insight.groups().first?.state == .ignored)
            try await insight.receive(reports: [InsightFixture.crash("r3")])
            #expect(try await insight.groups().first?.state == .open)
        }
    }

    @Test("Groups are merged, and split again", arguments: StoreFixture.databases)
    func merging(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(reports: [
                InsightFixture.crash("r1"), InsightFixture.crash("r2"), InsightFixture.failure("r3"),
            ])
            let groups = try await insight.groups()
            let (crash, failure) = (groups[0].id, groups[1].id)
            #expect(try await insight.carryOut(.merge(into: crash), on: failure) == crash)
            // Its reports continue to belong to it, and open the group that it is a part of.
            try await insight.carryOut(.resolve(in: ""), on: crash)
            try await insight.receive(reports: [InsightFixture.failure("r4")])
            let merged = try await insight.groups()
            #expect(merged.first { $0.id == crash }?.state == .open)
            #expect(merged.first { $0.id == failure }?.state == .merged)
            #expect(merged.first { $0.id == failure }?.reports == 2)
            await #expect(throws: StoreError.self) { try await insight.carryOut(.open, on: failure) }
            await #expect(throws: StoreError.self) { try await insight.carryOut(.merge(into: crash), on: crash) }
            try await insight.carryOut(.split(part: failure), on: crash)
            #expect(try await insight.groups().allSatisfy { $0.state == .open })
        }
    }

    @Test("A group that is split off has the people of its reports", arguments: StoreFixture.databases)
    func splittingPeople(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.database.write {
                try SettingTable($0).set(.insightSecret, to: "a secret of the installation")
            }
            let runs = ["r1": "p1", "r2": "p2", "r3": "p2", "r4": "p4"]
            try await insight.receive(
                segments: runs.map { InsightFixture.segment($0, person: $1, variants: ["fast-save": "on"]) },
                reports: runs.map { run, person in
                    InsightFixture.crash(run, person: person, message: run == "r4" ? "No space" : "Closed")
                })
            let id = try #require(try await insight.groups().first).id
            let new = try await insight.carryOut(.splitReport(run: "r1", number: 1), on: id)
            func people(_ subject: String, _ value: String) async throws -> Int? {
                try await insight.database.read { database in
                    let day = InsightTime.day(of: InsightFixture.now)
                    return try InsightReader(database, scope: 1)
                        .people([subject], day..<day + InsightTime.day)[value]?.count
                }
            }
            #expect(try await insight.groups().first { $0.id == new }?.people.count == 2)
            #expect(try await people("groups", "g:\(new)") == 2)
            #expect(try await people("g:\(new)", "v:fast-save\ton") == 2)
            // They are the same people as later.
            try await insight.receive(reports: [InsightFixture.crash("r5", person: "p1", message: "Closed")])
            #expect(try await insight.groups().first { $0.id == new }?.reports == 4)
            #expect(try await insight.groups().first { $0.id == new }?.people.count == 2)
        }
    }

    @Test("A kind of report is split off, and later ones follow", arguments: StoreFixture.databases)
    func splitting(_ dialect: DatabaseDialect) async throws {
        try await InsightFixture.with(dialect) { insight in
            try await insight.receive(reports: [
                InsightFixture.crash("r1", message: "Descriptor 31 is closed"),
                InsightFixture.crash("r2", message: "Descriptor 7 is closed"),
                InsightFixture.crash("r3", message: "No space"),
            ])
            let id = try #require(try await insight.groups().first).id
            let new = try await insight.carryOut(.splitReport(run: "r1", number: 1), on: id)
            try await insight.receive(reports: [InsightFixture.crash("r4", message: "Descriptor 9 is closed")])
            let groups = try await insight.groups()
            #expect(groups.map(\.id) == [new, id])
            #expect(groups.map(\.reports) == [3, 1])
            let counts = try await insight.counts()
            #expect(counts["reports|g:\(new)|"] == 3)
            #expect(counts["reports|g:\(id)|"] == 1)
            #expect(counts["sessions|g:\(new)|"] == 3)
            #expect(counts["sessions|g:\(id)|"] == 1)
            await #expect(throws: StoreError.self) {
                try await insight.carryOut(.splitReport(run: "r3", number: 1), on: id)
            }
        }
    }
}
