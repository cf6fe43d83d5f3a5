/// The answers to questions for which many people are read, so that they are read once for a page that is open often.
actor LongAnswers {
    private struct Entry {
        let time: Int64
        let task: Task<any Sendable, any Error>
    }

    /// The time for which an answer holds, in milliseconds.
    private static let lifetime: Int64 = 600_000
    private static let maximumEntries = 1_000

    private var entries: [[String]: Entry] = [:]

    /// Returns the answer to a question: the one that is known or being found, or a new one.
    ///
    /// Errors aren't stored.
    ///
    /// - Parameters:
    ///   - question: The parts of the question.
    ///   - now: The time, in milliseconds since 1970.
    ///   - find: Finds the answer, also after its caller has gone.
    func answer<Answer: Sendable>(
        to question: [String], now: Int64, _ find: @escaping @Sendable () async throws -> Answer
    ) async throws -> Answer {
        if let known = entries[question], (0..<Self.lifetime).contains(now - known.time),
            let answer = try await known.task.value as? Answer
        {
            return answer
        }
        if entries.count >= Self.maximumEntries { entries = [:] }
        let task = Task { try await find() }
        entries[question] = Entry(time: now, task: Task { try await task.value })
        do {
            return try await task.value
        } catch {
            if entries[question]?.time == now { entries[question] = nil }
            throw error
        }
    }
}
