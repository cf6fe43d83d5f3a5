/// What a check found: the first 100 findings, and the number of the others.
struct BoundedFindings: Sendable {
    /// The first findings.
    private(set) var first: [String] = []
    /// The number of further ones.
    private(set) var omitted = 0

    private static let maximum = 100

    mutating func add(_ finding: String) {
        if first.count < Self.maximum { first.append(finding) } else { omitted += 1 }
    }
}
