/// Who makes a change.
package struct Author: Codable, Sendable, Hashable {
    /// Where a change is requested.
    package enum Source: String, Codable, Sendable, CaseIterable {
        /// The dashboard.
        case dashboard
        /// A script with a token.
        case token
        /// The command line of the server.
        case commandLine
        /// A schedule.
        case schedule
        /// A rollout plan; the author is the person who started it.
        case plan
        /// A guard.
        case `guard`
        /// A program that sent its catalogue.
        case program
        /// An agent with a token.
        case agent
    }

    /// The identifier of the account or token.
    package let id: String
    /// The name at the time.
    package let name: String
    /// Where the change was requested.
    package let source: Source

    /// Creates an author.
    package init(id: String, name: String, source: Source) {
        self.id = id
        self.name = name
        self.source = source
    }
}
