/// A small set of numbers with which something fails.
struct SmallestSet {
    /// The numbers in order.
    let members: [Int]
    /// Whether no smaller set fails; otherwise no single number can be left out.
    let isProven: Bool

    /// Finds a small set of the numbers below a count.
    ///
    /// Delta debugging leaves out parts until no single number can be left out (Zeller and Hildebrandt, “Simplifying and isolating
    /// failure-inducing input”, 2002). Then all smaller sets are tried, the smallest first, as long as there are few enough.
    ///
    /// - Parameters:
    ///   - count: The number of numbers.
    ///   - maximumAttempts: The maximum number of smaller sets that are tried.
    ///   - fails: Returns whether it fails with some of the numbers. Not called twice for the same ones.
    /// - Returns: The set, or `nil` if it doesn't fail with all numbers.
    static func find(
        below count: Int, maximumAttempts: Int, _ fails: ([Int]) async throws -> Bool
    ) async throws -> SmallestSet? {
        var known: [[Int]: Bool] = [:]
        func isFailing(_ members: [Int]) async throws -> Bool {
            if let result = known[members] { return result }
            let result = try await fails(members)
            known[members] = result
            return result
        }
        if try await isFailing([]) { return SmallestSet(members: [], isProven: true) }
        let all = Array(0..<count)
        guard count > 0, try await isFailing(all) else { return nil }
        let reduced = try await reduce(all, isFailing)
        var attempts = maximumAttempts
        for size in 1..<reduced.count {
            guard let number = combinations(of: size, count, upTo: attempts) else {
                return SmallestSet(members: reduced, isProven: false)
            }
            attempts -= number
            var next: [Int]? = Array(0..<size)
            while let members = next {
                if try await isFailing(members) { return SmallestSet(members: members, isProven: true) }
                next = following(members, below: count)
            }
        }
        return SmallestSet(members: reduced, isProven: true)
    }

    /// Leaves out numbers until no single one can be: the algorithm `ddmin`.
    private static func reduce(_ all: [Int], _ isFailing: ([Int]) async throws -> Bool) async throws -> [Int] {
        var (members, parts) = (all, 2)
        while members.count > 1 {
            let size = (members.count + parts - 1) / parts
            let chunks = stride(from: 0, to: members.count, by: size).map {
                Array(members[$0..<min($0 + size, members.count)])
            }
            if let chunk = try await first(chunks, isFailing) {
                (members, parts) = (chunk, 2)
            } else if let rest = try await first(
                chunks.map { chunk in members.filter { !chunk.contains($0) } }, isFailing)
            {
                (members, parts) = (rest, max(parts - 1, 2))
            } else if size == 1 {
                break
            } else {
                parts = min(2 * parts, members.count)
            }
        }
        return members
    }

    private static func first(
        _ sets: [[Int]], _ isFailing: ([Int]) async throws -> Bool
    ) async throws -> [Int]? {
        for members in sets where try await isFailing(members) { return members }
        return nil
    }

    /// Returns the number of sets of a size, or `nil` if it exceeds a limit.
    private static func combinations(of size: Int, _ count: Int, upTo limit: Int) -> Int? {
        var number = 1
        for index in 0..<min(size, count - size) {
            // Each product is divisible: the quotient is the number of sets of one member more.
            number = number * (count - index) / (index + 1)
            if number > limit { return nil }
        }
        return number
    }

    /// Returns the next set of the same size, in lexicographic order.
    private static func following(_ members: [Int], below count: Int) -> [Int]? {
        var members = members
        guard let index = members.indices.last(where: { members[$0] < count - members.count + $0 }) else { return nil }
        members[index] += 1
        for later in members.indices where later > index { members[later] = members[later - 1] + 1 }
        return members
    }
}
