public import Firesteel

extension TestRuntime {
    /// Performs an action in a task, and returns when the action has begun, so that the next one overlaps it.
    ///
    /// ```swift
    /// let upload = await test.begin { await Transfers.upload.perform(file) }
    /// #expect(await Transfers.discard.perform().error == nil)
    /// #expect(try await upload.value.isSuccess)
    /// ```
    ///
    /// It also returns when the task has ended without an action.
    ///
    /// - Parameter body: Performs the action.
    /// - Returns: The task with the outcome.
    public func begin(
        _ body: @escaping @Sendable () async throws -> ActionOutcome
    ) async -> Task<ActionOutcome, any Error> {
        await runtime.begin { Task { try await body() } }
    }
}
