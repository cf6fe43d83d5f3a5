public import FiresteelBase

extension RunReplayer {
    /// Finds the recorded answers of flags without which it doesn't fail: with them it does, while all other flags have the
    /// program's defaults, and without any one of them it doesn't.
    ///
    /// Flags are tried one by one first, so that one that is enough is found; then by halves (Zeller and Hildebrandt,
    /// “Simplifying and isolating failure-inducing input”, 2002).
    ///
    /// - Parameter fails: Replays with some flags, and returns whether it fails.
    /// - Returns: The keys in order: none if it fails without any of them, and `nil` if it doesn't fail with all.
    /// - Throws: The error of a replay.
    public func bisect(_ fails: (_ flags: [String: JSONValue]) async throws -> Bool) async throws -> [String]? {
        var keys = flags.keys.sorted()
        func fail(with keys: [String]) async throws -> Bool {
            try await fails(flags.filter { keys.contains($0.key) })
        }
        if try await fail(with: []) { return [] }
        guard !keys.isEmpty, try await fail(with: keys) else { return nil }
        for key in keys where keys.count > 1 {
            if try await fail(with: [key]) { return [key] }
        }
        var parts = 2
        while keys.count > 1 {
            let size = (keys.count + parts - 1) / parts
            let chunks = stride(from: 0, to: keys.count, by: size).map { Array(keys[$0..<min($0 + size, keys.count)]) }
            var smaller: [String]?
            for chunk in chunks where chunks.count > 2 {
                if try await fail(with: chunk) { smaller = chunk }
                if smaller != nil { break }
            }
            if let smaller {
                (keys, parts) = (smaller, 2)
                continue
            }
            for chunk in chunks {
                let rest = keys.filter { !chunk.contains($0) }
                if !rest.isEmpty, try await fail(with: rest) { smaller = rest }
                if smaller != nil { break }
            }
            if let smaller {
                (keys, parts) = (smaller, max(parts - 1, 2))
            } else if size == 1 {
                break
            } else {
                parts = min(2 * parts, keys.count)
            }
        }
        return keys
    }
}
