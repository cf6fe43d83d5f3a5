package import FiresteelDatabase
package import FiresteelInsight

/// The behaviour of programs' tests within a transaction, by version, with the names that counts have.
package struct TestedTable {
    private let bodies: CatalogueTable

    package init(_ database: any DatabaseConnection) { bodies = CatalogueTable(database, .tested) }

    /// Adds the behaviour of some tests to that of the others, or replaces it.
    ///
    /// Adding the same twice changes nothing. Names have to be those that counts have, see ``TestedBehaviour/counted``.
    /// - Throws: `StoreError.invalid` if there would be too much, `StoreError.damaged` if what is stored can't be read.
    package func store(
        _ behaviour: TestedBehaviour, program: String, version: String, replaces: Bool, time: Int64
    ) throws {
        var all = behaviour
        if !replaces, let known = try self.behaviour(of: program, version: version) { all.facts.formUnion(known.facts) }
        let json = all.json
        do {
            // Only what can be read again is stored.
            _ = try TestedBehaviour(json: json)
        } catch {
            throw StoreError.invalid(
                "The tests of version \(version) do too much together: \(error) Replace what earlier ones sent.")
        }
        _ = try bodies.store(String(decoding: json, as: UTF8.self), program: program, version: version, time: time)
    }

    /// Returns the behaviour of a version's tests, `nil` if there is none.
    ///
    /// - Throws: `StoreError.damaged` if it can't be read.
    package func behaviour(of program: String, version: String) throws -> TestedBehaviour? {
        guard let row = try bodies.row(of: program, version) else { return nil }
        do {
            return try TestedBehaviour(json: Array(row.text("body").utf8))
        } catch {
            DamagedRows.shared.add("tested", [.text(program), .text(version)])
            throw StoreError.damaged("The behaviour of the tests of \(program) \(version) can't be read: \(error)")
        }
    }

    /// Returns the versions of a program whose tests were sent, and when each was received, the newest first.
    package func versions(of program: String) throws -> [(version: String, received: Int64)] {
        try bodies.versions(of: program)
    }
}

extension TestedBehaviour {
    /// The behaviour with names as counts have them, without what looks like a secret.
    package var counted: TestedBehaviour { TestedBehaviour(Set(facts.map(\.counted))) }
}

extension BehaviourFact {
    /// The fact with names as counts have them.
    fileprivate var counted: BehaviourFact {
        func counted(_ action: RunSegment.ActionPath) -> RunSegment.ActionPath {
            RunSegment.ActionPath(feature: NameBook.clean(action.feature), action: NameBook.clean(action.action))
        }
        switch self {
        case .outcome(let action, .failure(let error)):
            return .outcome(counted(action), .failure(NameBook.clean(error)))
        case .outcome(let action, let outcome): return .outcome(counted(action), outcome)
        case .succession(let from, let to): return .succession(counted(from), counted(to))
        case .variant(let one):
            return .variant(
                RunSegment.Variant(flag: NameBook.clean(one.flag), variant: NameBook.clean(one.variant)))
        case .refusal(let feature, let reason):
            return .refusal(feature: NameBook.clean(feature), reason: NameBook.clean(reason))
        }
    }
}
