/// The findings of a check: the first 100, and the number of the others.
struct BoundedFindings: Sendable {
    private(set) var first: [String] = []
    /// The number of further ones.
    private(set) var omitted = 0

    private static let maximum = 100

    mutating func add(_ finding: String) {
        if first.count < Self.maximum { first.append(finding) } else { omitted += 1 }
    }
}
