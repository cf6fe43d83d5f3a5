public import Firesteel
public import FiresteelFlags
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
/// Flags are overridden by hand, and the test changes them with `FlagStack.setOverride(_:for:)`:
///
/// ```swift
/// try await withTestRuntime(AppFeatures.self, flags: ["App/Sharing": true]) { test in
///     try test.runtime.flags.setOverride(false, for: "App/Sharing")
/// }
/// ```
///
/// A detached task and a Dispatch closure lose the runtime; performing there is the fault `RuntimeFault.noRuntime`.
///
/// - Parameters:
///   - root: The features.
///   - flags: Values of flags, by key, that are set by hand on top of all providers.
///   - configure: Changes what the runtime would be made with.
///   - body: The test.
/// - Throws: `FeatureSetupError`, or what the body throws.
@discardableResult
public func withTestRuntime<Result>(
    _ root: any FeatureGroup.Type,
    flags: [String: FlagValue] = [:],
    _ configure: (inout RuntimeConfiguration) -> Void = { _ in },
    _ body: (TestRuntime) async throws -> Result
) async throws -> Result {
    let test = try TestRuntime(root, flags: flags, configure)
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

    /// Makes a runtime with a timeline of 1 MiB in memory, a clock that stands still, and flags that can be overridden.
    ///
    /// - Parameters:
    ///   - root: The features.
    ///   - flags: Values of flags, by key, that are set by hand on top of all providers. If `configure` gives a stack of
    ///     its own, it must take overrides.
    ///   - configure: Changes what the runtime is made with.
    /// - Throws: `FeatureSetupError`, or what the stack says of an override.
    public init(
        _ root: any FeatureGroup.Type, flags: [String: FlagValue] = [:],
        _ configure: (inout RuntimeConfiguration) -> Void = { _ in }
    ) throws {
        let clock = ManualTimelineClock()
        var configuration = RuntimeConfiguration(
            program: ProgramDescription(name: "Test"), runSize: 1 << 20, clock: .manual(clock))
        configuration.flags = FlagStack(overrides: MemoryProvider("Test"))
        configure(&configuration)
        if !flags.isEmpty {
            guard let overrides = configuration.flags?.overrides else { throw OverridesUnavailableError() }
            for (key, value) in flags.sorted(by: { $0.key < $1.key }) { try overrides.set(value, for: key) }
        }
        self.runtime = try FeatureRuntime(root, configuration)
        self.clock = clock
    }
}

extension TestRuntime {
    /// A test asked for values of flags, and the stack that it configured takes none.
    public struct OverridesUnavailableError: Error, CustomStringConvertible {
        /// What to do.
        public var description: String {
            "The test's flag stack has no overrides. Make it with FlagStack(…, overrides: MemoryProvider(\"Test\"))."
        }
    }

    /// The changes of availability that the timeline has, in order of time.
    public var availabilityChanges: [AvailabilityRecord] { runtime.timeline?.run.availabilityRecords() ?? [] }

    /// The exposures and changes of flags that the timeline has, in order of time.
    public var flagRecords: [FlagRecord] { runtime.timeline?.run.flagRecords() ?? [] }
}
