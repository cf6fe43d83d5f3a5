/// The shares of a limited space that environments use.
///
/// An environment may use as much as remains free. One alone gets half of the space, two a third each, and so on: however
/// much some use, another finds room.
package struct WaitingShares: Sendable {
    package let capacity: Int64
    package private(set) var total: Int64 = 0
    private var used: [InsightScope: Int64] = [:]

    /// Creates an empty space.
    package init(capacity: Int64) { self.capacity = capacity }

    /// Whether an environment may use more.
    package func accepts(_ amount: Int64, of scope: InsightScope) -> Bool {
        used[scope, default: 0] + amount <= capacity - total
    }

    /// Adds to the use of an environment.
    package mutating func add(_ amount: Int64, of scope: InsightScope) {
        total += amount
        used[scope, default: 0] += amount
    }

    /// Subtracts from the use of an environment.
    package mutating func remove(_ amount: Int64, of scope: InsightScope) {
        let amount = min(amount, used[scope, default: 0])
        total -= amount
        used[scope, default: 0] -= amount
        if used[scope] == 0 { used[scope] = nil }
    }

    /// Replaces the uses of all environments.
    package mutating func set(_ used: [InsightScope: Int64]) {
        self.used = used.filter { $0.value > 0 }
        total = self.used.values.reduce(0, +)
    }

    /// Returns the used part of an environment's share, from 0 to 1.
    package func load(of scope: InsightScope) -> Double {
        let own = used[scope, default: 0]
        guard own > 0 else { return 0 }
        return min(1, Double(own) / Double(max(1, capacity - total)))
    }

    /// The used part of the share of the environment that is closest to its limit, from 0 to 1.
    package var load: Double { used.keys.map { load(of: $0) }.max() ?? 0 }
}
