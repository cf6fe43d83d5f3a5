import DatabaseTestSupport
import FiresteelBase
import FiresteelDatabase
import FiresteelStore

/// A new program in a new database.
struct StoreFixture: Sendable {
    static let databases: [DatabaseDialect] = [.sqlite, .postgres]

    let database: any Database
    let changes: ChangeService
    let program = "documents"

    static func with(
        _ dialect: DatabaseDialect, _ body: (StoreFixture) async throws -> Void
    ) async throws {
        try await withDatabase(dialect) { database in
            try await database.migrate(to: .server())
            _ = try await database.write { try ProgramTable($0).create("documents", name: "Documents", time: 1) }
            // Schedules need an author who still has rights.
            try await database.write { database in
                for id in ["mara", "ines"] {
                    _ = try database.execute(
                        """
                        INSERT INTO accounts
                        (id, email, name, password, subject, is_administrator, is_disabled, created, last_seen)
                        VALUES (?, ?, ?, '', NULL, 0, 0, 1, 0)
                        """, [.text(id), .text("\(id)@example.com"), .text(id)])
                    try AccountTable(database).set(Membership(role: .editor), of: id, in: "documents")
                }
            }
            try await body(StoreFixture(database: database, changes: ChangeService(database)))
        }
    }

    static let mara = Author(id: "mara", name: "Mara Lindt", source: .dashboard)
    static let ines = Author(id: "ines", name: "Ines Falk", source: .dashboard)

    static let flag: JSONValue = [
        "type": "boolean", "variants": [["name": "on", "value": true], ["name": "off", "value": false]],
    ]
    /// A targeting that is on for everyone.
    static let on: JSONValue = ["isOn": true, "rules": [], "otherwise": ["variant": "on"]]

    func proposal(
        _ id: String, _ edits: [Edit], reason: String = "", by author: Author = mara,
        rights: Membership = Membership(role: .editor), due: Int64? = nil
    ) -> Proposal {
        Proposal(id: id, edits: edits, reason: reason, author: author, rights: rights, due: due)
    }

    /// Proposes a change at a time.
    @discardableResult
    func propose(
        _ id: String, _ edits: [Edit], reason: String = "", by author: Author = mara,
        rights: Membership = Membership(role: .editor), due: Int64? = nil, now: Int64 = 1_000
    ) async throws -> ProposalResult {
        try await changes.propose(
            proposal(id, edits, reason: reason, by: author, rights: rights, due: due), of: program, now: now)
    }

    /// Creates a flag that is on in an environment, and returns the number of the change.
    @discardableResult
    func createFlag(_ key: String = "export", in environment: String = "development") async throws -> Int64 {
        let result = try await propose(
            "create-\(key)-\(environment)",
            [
                Edit(ItemKey(.flag, key), base: 0, .create(Self.flag)),
                Edit(ItemKey(.targeting, key, environment: environment), base: 0, .create(Self.on)),
            ], reason: "New")
        switch result {
        case .applied(let change, _): return change.number
        case .requested(let request):
            let approved = try await changes.approve(
                request.id, of: program,
                Decision(by: Self.ines, rights: Membership(role: .approver), comment: "", perform: ""), now: 1_000)
            guard case .applied(let change, _) = approved else { return 0 }
            return change.number
        case .scheduled, .unchanged: return 0
        }
    }

    func state() async throws -> ProgramState {
        guard let state = try await changes.state(of: program) else { throw StoreError.notFound("no program") }
        return state
    }

    func revision(_ environment: String) async throws -> Int64? {
        try await state().program.environments.first { $0.id == environment }?.revision
    }

    func verification() async throws -> Verification {
        let program = program
        return try await database.read { database in
            guard let found = try ProgramTable(database).program(program) else {
                throw StoreError.notFound("no program")
            }
            return try Verification(of: found, in: database)
        }
    }
}
