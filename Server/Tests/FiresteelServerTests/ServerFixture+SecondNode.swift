import DatabaseTestSupport
import FiresteelServer

extension ServerFixture {
    /// Starts another node on the same database, which has nothing in memory, as one does that starts after this one ended.
    func withSecondNode(
        configure: (inout FlagServer.Configuration) -> Void = { _ in }, _ body: (ServerFixture) async throws -> Void
    ) async throws {
        try await Self.serving(ObservedDatabase(database, closes: false), clock, configure: configure, body)
    }
}
