/// Waits until a condition is true, checking it repeatedly.
///
/// For the effects of another process or a network, which a test's clock can't advance. If the condition never becomes
/// true, the time limit of the test ends the wait.
package func eventually(_ condition: () async throws -> Bool) async throws {
    while try await !condition() { await Task.yield() }
}
