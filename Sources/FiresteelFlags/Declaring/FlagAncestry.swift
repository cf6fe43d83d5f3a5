/// Follows flags to their parents, and finds those that are their own ancestors.
package enum FlagAncestry {
    /// The maximum number of ancestors that are decided.
    ///
    /// Only a reader that sees half of a change can find a cycle in compiled decisions, so the number is far beyond
    /// what programs have.
    static let depthLimit = 100_000

    /// Flags of which each is the parent of the one before it.
    package struct Chain {
        package let keys: [String]
        /// The start of the cycle that the chain's last flag closes; the chain's end if there is none.
        package let cycleStart: Int

        /// The flags that are each other's ancestors.
        package var cycle: ArraySlice<String> { keys[cycleStart...] }
    }

    /// Calls a function with chains in which each flag occurs once, and whose last flag's parent, if it is one of the
    /// flags, is in the chain or in one before.
    ///
    /// - Parameter parent: The parent of a flag, or `nil` if it has none or where the chain is to end.
    package static func forEachChain<Keys: Sequence<String>>(
        of keys: Keys, parent: (String) -> String?, _ body: (Chain) -> Void
    ) {
        var done: Set<String> = []
        for start in keys where !done.contains(start) {
            var chain: [String] = []
            var places: [String: Int] = [:]
            var next: String? = start
            while let key = next, done.insert(key).inserted {
                places[key] = chain.count
                chain.append(key)
                next = parent(key)
            }
            body(Chain(keys: chain, cycleStart: next.flatMap { places[$0] } ?? chain.count))
        }
    }
}
