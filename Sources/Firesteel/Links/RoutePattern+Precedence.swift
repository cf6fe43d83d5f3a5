extension RoutePattern {
    /// The specificity of a component: smaller is more specific.
    ///
    /// Components of equal rank either match the same or never match the same.
    private struct Rank: Comparable {
        let kind: Int
        let around: Int
        let before: Int

        init(_ component: Component?) {
            switch component {
            case .literal: self.init(0)
            case .parameter(_, let prefix, let suffix) where !prefix.isEmpty || !suffix.isEmpty:
                self.init(1, around: prefix.utf8.count + suffix.utf8.count, before: prefix.utf8.count)
            case .parameter: self.init(2)
            case .any: self.init(3)
            case nil: self.init(4)
            case .rest: self.init(5)
            }
        }

        private init(_ kind: Int, around: Int = 0, before: Int = 0) {
            self.kind = kind
            self.around = around
            self.before = before
        }

        static func < (left: Rank, right: Rank) -> Bool {
            // More text around a parameter has priority, and for equal lengths the longer prefix.
            (left.kind, right.around, right.before) < (right.kind, left.around, left.before)
        }
    }

    /// Returns whether it takes a link before another pattern in the same scope that matches as well.
    func precedes(_ other: RoutePattern) -> Bool {
        for index in 0..<max(components.count, other.components.count) {
            let rank = Rank(index < components.count ? components[index] : nil)
            let otherRank = Rank(index < other.components.count ? other.components[index] : nil)
            if rank != otherRank { return rank < otherRank }
        }
        return false
    }
}
