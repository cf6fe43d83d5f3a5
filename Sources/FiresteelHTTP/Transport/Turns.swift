#if canImport(FoundationNetworking)
/// Runs operations one after the other.
actor Turns {
    private var last: Task<Void, Never>?

    /// Runs an operation once all earlier ones have ended.
    func wait<Result: Sendable>(_ operation: @escaping @Sendable () async throws -> Result) async throws -> Result {
        let earlier = last
        let task = Task {
            await earlier?.value
            return try await operation()
        }
        last = Task { _ = try? await task.value }
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }
}
#endif
