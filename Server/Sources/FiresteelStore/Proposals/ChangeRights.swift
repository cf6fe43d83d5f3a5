import FiresteelDatabase

// Who may change environments of a program, and who may decide about the changes of others.
//
// The environments that a change affects are known once it is previewed, so its rights are checked within its transaction.

extension Membership {
    /// Throws unless the rights include changing all of the environments.
    ///
    /// - Parameter includesShared: Whether the change has items that all environments share.
    func requireChanging(_ environments: Set<String>, includesShared: Bool) throws(ChangeError) {
        guard role >= .editor else { throw .notAllowed(environments.sorted()) }
        let refused = outside(environments).sorted()
        guard refused.isEmpty else { throw includesShared ? .sharedNotAllowed(refused) : .notAllowed(refused) }
    }

    /// Returns those of the environments that the rights don't include.
    fileprivate func outside(_ environments: Set<String>) -> Set<String> {
        self.environments.map { environments.subtracting($0) } ?? []
    }
}

extension Decision {
    /// Whether the person may withdraw a request, or move it to another time: its author may, and for a schedule, which
    /// another person may have approved, an approver.
    package func mayWithdraw(_ request: ChangeRequest) -> Bool {
        request.author.id == person.id || (request.kind == .schedule && rights.role >= .approver)
    }

    /// Throws unless the person may end a request of these environments.
    func requireEnvironments(of request: ChangeRequest) throws(ChangeError) {
        let refused = rights.outside(Set(request.environments))
        guard refused.isEmpty else { throw .notAllowed(refused.sorted()) }
    }

    /// Throws unless the person may approve or review a request as they read it: not their own, nor that of their token.
    func requireApproving(_ request: ChangeRequest, _ program: Program, _ database: any DatabaseConnection) throws {
        guard request.author.id != person.id else { throw ChangeError.ownRequest }
        // A script's or an agent's change is that of the person who gave it its token.
        if [.token, .agent].contains(request.author.source),
            try TokenTable(database).token(request.author.id)?.creator == person.id
        {
            throw ChangeError.ownRequest
        }
        try requireEnvironments(of: request)
        guard let seen else { return }
        guard seen <= program.changes else {
            throw ChangeError.malformed("There is no change \(seen) at which the request could have been read.")
        }
        // What is reviewed is in effect, and no later change affects what it did.
        if request.kind != .review, seen < program.changes { throw ChangeError.changedSince(program.changes) }
    }
}

extension Author {
    /// Whether the author of an earlier change has the rights to change environments of a program now.
    func mayChange(
        _ environments: [String], of program: String, _ database: any DatabaseConnection, now: Int64
    ) throws -> Bool {
        let rights: Membership?
        switch source {
        case .commandLine, .guard, .program: return true
        case .token, .agent: rights = try tokenRights(database, now: now)
        case .dashboard: rights = try accountRights(in: program, database)
        case .schedule, .plan:
            // The identifier is that of the person or token behind it.
            rights = try accountRights(in: program, database) ?? tokenRights(database, now: now)
        }
        guard let rights, rights.role >= .editor else { return false }
        return rights.outside(Set(environments)).isEmpty
    }

    private func tokenRights(_ database: any DatabaseConnection, now: Int64) throws -> Membership? {
        guard let token = try TokenTable(database).token(id), token.isValid(at: now), let role = token.role else {
            return nil
        }
        return Membership(role: role, environments: [token.environment])
    }

    private func accountRights(in program: String, _ database: any DatabaseConnection) throws -> Membership? {
        let accounts = AccountTable(database)
        guard let account = try accounts.account(id), !account.isDisabled else { return nil }
        return account.isAdministrator ? Membership(role: .admin) : try accounts.memberships(of: account.id)[program]
    }
}
