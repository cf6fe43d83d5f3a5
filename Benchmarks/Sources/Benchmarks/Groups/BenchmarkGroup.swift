/// Operations that are measured side by side in a separate process.
///
/// A process has one default runtime and one logging system.
@MainActor
protocol BenchmarkGroup {
    /// The group's name on the command line and in the thresholds.
    static var name: String { get }
    /// The group's heading in the table.
    static var title: String { get }
    /// Measures the operations, with those that others are compared to first.
    static func measure() async throws -> [Measurement]
}
