public import Firesteel
public import FiresteelTimeline

/// Runs a test with a runtime of its own in effect, and ends it afterwards.
///
/// Everything performed inside, and whatever that awaits, uses this runtime: tests run side by side without seeing each
/// other. Its timeline is in memory, its clock stands still until the test moves it, its toggles are forgotten.
///
/// ```swift
/// @Test("Opening a document shows it")
/// func open() async throws {
///     try await withTestRuntime(AppFeatures.self) { test in
///         let presenter = RecordingPresenter<DocumentCall>()
///         await DocumentManagement.open.perform(document, presenter: presenter)
///         #expect(test.performs.map(\.identity) == ["App/DocumentManagement/#OpenDocument"])
///     }
/// }
/// ```
///
/// A detached task and a Dispatch closure lose the runtime; performing there is the fault `RuntimeFault.noRuntime`.
///
/// - Parameters:
///   - root: The features.
///   - configure: Changes what the runtime would be made with.
///   - body: The test.
/// - Throws: `FeatureSetupError`, or what the body throws.
@discardableResult
public func withTestRuntime<Result>(
    _ root: any FeatureGroup.Type,
    _ configure: (inout RuntimeConfiguration) -> Void = { _ in },
    _ body: (TestRuntime) async throws -> Result
) async throws -> Result {
    let test = try TestRuntime(root, configure)
    defer { test.runtime.end() }
    return try await test.runtime.use { try await body(test) }
}

/// A runtime made for a test, with its clock and what happened in it.
public struct TestRuntime: Sendable {
    /// The runtime.
    public let runtime: FeatureRuntime
    /// The clock that its times come from.
    ///
    /// It moves only when told.
    public let clock: ManualTimelineClock

    /// Makes a runtime with a timeline of 1 MiB in memory and a clock that stands still.
    public init(
        _ root: any FeatureGroup.Type, _ configure: (inout RuntimeConfiguration) -> Void = { _ in }
    ) throws {
        let clock = ManualTimelineClock()
        var configuration = RuntimeConfiguration(
            program: ProgramDescription(name: "Test"), runSize: 1 << 20, clock: .manual(clock))
        configure(&configuration)
        self.runtime = try FeatureRuntime(root, configuration)
        self.clock = clock
    }
}
