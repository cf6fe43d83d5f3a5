public import FiresteelBase

extension RunReplayer {
    /// The maximum number of smaller sets that are tried after one was found in which each member is needed.
    static let maximumAttempts = 500

    /// Finds the recorded answers of flags without which it doesn't fail: with them it does, while all other flags have the
    /// program's defaults, and without any one of them it doesn't.
    ///
    /// They are the fewest such answers, unless more than 500 attempts would be needed to know.
    ///
    /// - Parameter fails: Replays with some flags, and returns whether it fails.
    /// - Returns: The keys in order: none if it fails without any of them, and `nil` if it doesn't fail with all.
    /// - Throws: The error of a replay.
    public func bisect(_ fails: (_ flags: [String: JSONValue]) async throws -> Bool) async throws -> [String]? {
        let keys = flags.keys.sorted()
        let found = try await SmallestSet.find(below: keys.count, maximumAttempts: Self.maximumAttempts) { members in
            let known = Set(members.map { keys[$0] })
            return try await fails(flags.filter { known.contains($0.key) })
        }
        return found?.members.map { keys[$0] }
    }

    /// Finds the shortest sequence of steps after which it still fails.
    ///
    /// ```swift
    /// let shortest = try await replayer.shortest { try await $0.replay(AppFeatures.self).failedAsRecorded }
    /// ```
    ///
    /// The steps remain in their order. No shorter sequence fails, unless more than 500 attempts would be needed to know: then no
    /// single step can be left out.
    ///
    /// - Parameter fails: Replays some of the steps, the failure among them, and returns whether it fails.
    /// - Returns: The replayer of these steps, or `nil` if it doesn't fail with all of them.
    /// - Throws: The error of a replay.
    public func shortest(_ fails: (_ candidate: RunReplayer) async throws -> Bool) async throws -> RunReplayer? {
        try await findShortest(fails)?.replayer
    }

    /// Finds the shortest sequence, and whether it is known that there is no shorter one.
    func findShortest(
        _ fails: (_ candidate: RunReplayer) async throws -> Bool
    ) async throws -> (replayer: RunReplayer, isProven: Bool)? {
        let others = steps.indices.filter { $0 != failure }
        let found = try await SmallestSet.find(below: others.count, maximumAttempts: Self.maximumAttempts) { members in
            try await fails(keeping(members.map { others[$0] }))
        }
        return found.map { (keeping($0.members.map { others[$0] }), $0.isProven) }
    }
}
