import FiresteelHTTPServer

/// The sessions that match, by identifier or by name, and those that don't.
struct SessionCondition: Hashable, Sendable {
    /// Sessions by identifier and by lower-case name.
    private struct Sessions: Hashable, Sendable {
        var identifiers: Set<UInt32> = []
        var names: Set<String> = []

        /// - Throws: `HTTPProblem` for 0 and numbers that are too large.
        init(_ terms: [String]) throws(HTTPProblem) {
            for term in terms {
                if let identifier = UInt32(term), identifier > 0 {
                    identifiers.insert(identifier)
                } else if SessionCondition.isNumber(term) {
                    throw .badRequest("session must be names or whole numbers from 1 to \(UInt32.max).")
                } else {
                    names.insert(term.lowercased())
                }
            }
        }

        var isEmpty: Bool { identifiers.isEmpty && names.isEmpty }

        func contains(_ identifier: UInt32, _ name: String?) -> Bool {
            if identifiers.contains(identifier) { return true }
            return !names.isEmpty && (name.map { names.contains($0.lowercased()) } ?? false)
        }
    }

    /// Returns whether a term is a whole number, perhaps with a sign.
    private static func isNumber(_ term: String) -> Bool {
        term.drop { $0 == "-" }.allSatisfy { $0.isASCII && $0.isNumber }
    }

    /// Returns whether a list of terms with this name selects the sessions with the name, and no others.
    static func isName(_ name: String) -> Bool { !name.isEmpty && !name.contains(",") && !isNumber(name) }

    private let wanted: Sessions
    private let excluded: Sessions

    /// Creates a condition; `nil` without sessions.
    /// - Throws: `HTTPProblem` for an invalid identifier.
    init?(wanted: [String], excluded: [String]) throws(HTTPProblem) {
        self.wanted = try Sessions(wanted)
        self.excluded = try Sessions(excluded)
        if self.wanted.isEmpty && self.excluded.isEmpty { return nil }
    }

    /// Returns whether a session meets the condition.
    func isMet(by identifier: UInt32, name: String?) -> Bool {
        (wanted.isEmpty || wanted.contains(identifier, name)) && !excluded.contains(identifier, name)
    }
}
