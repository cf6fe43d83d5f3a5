import Dispatch

/// Runs asynchronous work one after the other; work requested while another runs is joined with the next.
actor Turns {
    private var isRunning = false
    private var next: [CheckedContinuation<Void, any Error>] = []

    /// Runs work that begins after the call.
    ///
    /// - Throws: The error of the work, also if another caller began it.
    func run(_ work: @escaping @Sendable () async throws -> Void) async throws {
        if isRunning {
            return try await withCheckedThrowingContinuation { next.append($0) }
        }
        isRunning = true
        let result = await Self.result(work)
        var followers = next
        next = []
        while !followers.isEmpty {
            let result = await Self.result(work)
            for follower in followers { follower.resume(with: result) }
            followers = next
            next = []
        }
        isRunning = false
        try result.get()
    }

    private static func result(_ work: @Sendable () async throws -> Void) async -> Result<Void, any Error> {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}

/// Work that takes long, on threads that aren't those of Swift's cooperative pool.
enum Offload {
    private static let queue = DispatchQueue(label: "firesteel.offload", attributes: .concurrent)

    static func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }
}
