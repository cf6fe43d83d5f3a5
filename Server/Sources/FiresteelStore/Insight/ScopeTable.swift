package import FiresteelDatabase

/// The numbers of scopes within a transaction.
package struct ScopeTable {
    private let database: any DatabaseConnection

    package init(_ database: any DatabaseConnection) { self.database = database }

    /// Returns the number of a scope, `nil` before its first message.
    package func number(of scope: InsightScope) throws -> Int64? {
        try database.query(
            "SELECT scope FROM insight_scopes WHERE program = ? AND environment = ?", .text(scope.program),
            .text(scope.environment)
        ).first?.int64("scope")
    }

    /// Returns the number of a scope, which gets one if it has none.
    package func numberCreating(_ scope: InsightScope) throws -> Int64 {
        if let number = try number(of: scope) { return number }
        let last = try database.query("SELECT COALESCE(MAX(scope), 0) AS last FROM insight_scopes").first
        let (number, overflows) = try (last?.int64("last") ?? 0).addingReportingOverflow(1)
        guard !overflows else { throw StoreError.damaged("A scope of insight has a number that none can have.") }
        try database.execute(
            "INSERT INTO insight_scopes (scope, program, environment) VALUES (?, ?, ?)", .int(number),
            .text(scope.program), .text(scope.environment))
        return number
    }

    /// Returns the scope with a number.
    package func scope(_ number: Int64) throws -> InsightScope? {
        try database.query("SELECT program, environment FROM insight_scopes WHERE scope = ?", .int(number)).first
            .map { try InsightScope(program: $0.text("program"), environment: $0.text("environment")) }
    }

    /// Returns all scopes by their numbers; a damaged one, which would hold up all others, is left out.
    package func all() throws -> [Int64: InsightScope] {
        var scopes: [Int64: InsightScope] = [:]
        for row in try database.query("SELECT scope, program, environment FROM insight_scopes") {
            guard let number = try? row.int64("scope"), let program = try? row.text("program"),
                let environment = try? row.text("environment")
            else { continue }
            scopes[number] = InsightScope(program: program, environment: environment)
        }
        return scopes
    }
}
