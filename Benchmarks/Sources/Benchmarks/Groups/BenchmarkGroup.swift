/// Operations that are measured side by side, in a process of their own: a process has one default runtime and one logging
/// system.
@MainActor
protocol BenchmarkGroup {
    /// What the group is called on the command line and in the thresholds.
    static var name: String { get }
    /// What is common to the group's operations, as a heading of the table.
    static var title: String { get }
    /// Measures them. What others are compared with comes first.
    static func measure() async throws -> [Measurement]
}
