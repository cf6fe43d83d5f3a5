/// Waits until a condition is true, checking it again and again.
///
/// For what another process or a network does, which no clock of a test can move. The time limit of the test ends it where
/// the condition never comes true.
package func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { await Task.yield() }
}
