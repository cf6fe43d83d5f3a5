/// How much of a limited space each environment uses.
///
/// An environment may use as much as remains free. One alone gets half of the space, two a third each, and so on: however
/// much some use, another finds room.
package struct WaitingShares: Sendable {
    /// The whole space.
    package let capacity: Int64
    /// What is used.
    package private(set) var total: Int64 = 0
    private var used: [InsightScope: Int64] = [:]

    /// Creates an empty space.
    package init(capacity: Int64) { self.capacity = capacity }

    /// Whether an environment may use more.
    package func accepts(_ amount: Int64, of scope: InsightScope) -> Bool {
        used[scope, default: 0] + amount <= capacity - total
    }

    /// Adds what an environment uses.
    package mutating func add(_ amount: Int64, of scope: InsightScope) {
        total += amount
        used[scope, default: 0] += amount
    }

    /// Removes what an environment no longer uses.
    package mutating func remove(_ amount: Int64, of scope: InsightScope) {
        let amount = min(amount, used[scope, default: 0])
        total -= amount
        used[scope, default: 0] -= amount
        if used[scope] == 0 { used[scope] = nil }
    }

    /// Replaces what all environments use.
    package mutating func set(_ used: [InsightScope: Int64]) {
        self.used = used.filter { $0.value > 0 }
        total = self.used.values.reduce(0, +)
    }

    /// How much of its share an environment uses, from 0 to 1.
    package func load(of scope: InsightScope) -> Double {
        let own = used[scope, default: 0]
        guard own > 0 else { return 0 }
        return min(1, Double(own) / Double(max(1, capacity - total)))
    }

    /// How much of its share the environment uses that is next to being refused, from 0 to 1.
    package var load: Double { used.keys.map { load(of: $0) }.max() ?? 0 }
}
