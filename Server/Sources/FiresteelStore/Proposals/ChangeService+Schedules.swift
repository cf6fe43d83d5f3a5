import FiresteelDatabase

extension ChangeService {
    /// Carries out the schedules that are due, each in its own transaction, and returns the results.
    ///
    /// Several nodes may call it concurrently: a schedule is carried out by the transaction that ends its being pending. One
    /// that can't be carried out fails and doesn't affect the others.
    ///
    /// - Throws: An error if the database can't be used.
    package func runSchedules(now: Int64) async throws -> [ChangeRequest] {
        let due = try await database.read { try RequestTable($0).due(at: now) }
        var results: [ChangeRequest] = []
        var delay: DatabaseError?
        for (program, id) in due {
            do {
                if let result = try await run(id, of: program, now: now) { results.append(result) }
            } catch let error as DatabaseError where error.affectsOthers {
                throw error
            } catch is CancellationError {
                throw CancellationError()
            } catch let error as DatabaseError where error.isOutage {
                // It remains due.
                delay = error
            } catch {
                try await writeOutcome {
                    try RequestTable($0).fail(id, of: program, because: "It can't be carried out: \(error)")
                }
            }
        }
        // Thrown once no other one is carried out, so that no result is lost.
        if let delay, results.isEmpty { throw delay }
        if !results.isEmpty { try? await notify() }
        return results
    }

    private func run(_ id: String, of program: String, now: Int64) async throws -> ChangeRequest? {
        try await database.write { database in
            let locked = try ProgramTable(database).lock(program)
            guard var request = try RequestTable(database).request(id, of: program), request.state == .pending,
                request.kind == .schedule
            else { return nil }
            do {
                let state = try self.state(locked, database)
                // One that needed no approval has only the rights of its author.
                if request.decided == nil,
                    try !request.author.mayChange(request.environments, of: program, database, now: now)
                {
                    throw ChangeError.authorLostRights
                }
                if try self.apply(request, perform: "", state, database, now: now) == nil {
                    request.state = .done
                    request.decided = request.decided ?? now
                    request.comment = "The stored values were already as scheduled."
                    _ = try RequestTable(database).update(request)
                }
            } catch let error as ChangeError {
                request.state = .failed
                request.comment = "\(error)"
                _ = try RequestTable(database).update(request)
            }
            return try RequestTable(database).request(id, of: program)
        }
    }
}
