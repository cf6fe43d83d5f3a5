public import Firesteel
public import FiresteelBase
import FiresteelFlags
public import FiresteelTimeline
import Foundation

/// Runs a test with a separate runtime, and ends it afterwards.
///
/// All performs inside, also those in awaited functions, use this runtime, so tests can run in parallel. Its timeline
/// is in memory, its clock advances only when the test moves it, and its toggles are discarded.
///
/// ```swift
/// @Test("Opening a document shows it")
/// func open() async throws {
///     try await withTestRuntime(AppFeatures.self) { test in
///         let presenter = RecordingWindow()
///         await DocumentManagement.open.perform(document, presenter: presenter)
///         #expect(test.performs.map(\.identity) == ["App/DocumentManagement/#OpenDocument"])
///     }
/// }
/// ```
///
/// Flags are overridden, and the test changes them with `FlagStack.setOverride(_:for:isStored:)`:
///
/// ```swift
/// try await withTestRuntime(AppFeatures.self, flags: ["App/Sharing": true]) { test in
///     try test.runtime.flags.setOverride(false, for: "App/Sharing")
/// }
/// ```
///
/// Detached tasks and Dispatch closures don't inherit the runtime; performing there is the fault
/// `RuntimeFault.noRuntime`.
///
/// If the environment variable `FIRESTEEL_TEST_RUNS` names a folder, each test's run is stored in it with the name of the
/// test, and `firesteel coverage` compares the tests with what people do.
///
/// - Parameters:
///   - root: The features.
///   - flags: Overrides of flags, by key.
///   - name: The name of the test, by which its stored run is found.
///   - configure: Changes the configuration of the runtime.
///   - body: The test.
/// - Throws: `FeatureSetupError`, or the error of the body.
@discardableResult
public func withTestRuntime<Result>(
    _ root: any FeatureGroup.Type,
    flags: [String: JSONValue] = [:],
    named name: String = #function,
    _ configure: (inout RuntimeConfiguration) -> Void = { _ in },
    _ body: (TestRuntime) async throws -> Result
) async throws -> Result {
    let test = try TestRuntime(root, flags: flags, named: name, configure)
    defer { test.runtime.end() }
    return try await test.runtime.use { try await body(test) }
}

/// A runtime for a test, with its clock and timeline.
public struct TestRuntime: Sendable {
    /// The runtime.
    public let runtime: FeatureRuntime
    /// The clock of the runtime.
    ///
    /// It advances only when it is moved.
    public let clock: ManualTimelineClock

    /// Creates a runtime with a timeline of 1 MiB in memory, a manual clock, and flags that can be overridden.
    ///
    /// The timeline is a file if the environment variable `FIRESTEEL_TEST_RUNS` names a folder; the test ends the run.
    ///
    /// - Parameters:
    ///   - root: The features.
    ///   - flags: Overrides of flags, by key. If `configure` sets another stack, it must have overrides.
    ///   - name: The name of the test, by which its stored run is found.
    ///   - configure: Changes the configuration of the runtime.
    /// - Throws: `FeatureSetupError`, or the error of an override.
    public init(
        _ root: any FeatureGroup.Type, flags: [String: JSONValue] = [:], named name: String = #function,
        _ configure: (inout RuntimeConfiguration) -> Void = { _ in }
    ) throws {
        let clock = ManualTimelineClock()
        var configuration = RuntimeConfiguration(
            program: ProgramDescription(name: "Test"), runSize: 1 << 20, clock: .manual(clock))
        if let folder = ProcessInfo.processInfo.environment["FIRESTEEL_TEST_RUNS"], !folder.isEmpty {
            configuration.program = ProgramDescription(name: name)
            configuration.storage = .folder(folder)
            configuration.retention = Retention(runs: .max, bytes: .max)
        }
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
    /// An error of overriding flags in a stack without overrides.
    public struct OverridesUnavailableError: Error, CustomStringConvertible {
        /// The reason and what to do about it.
        public var description: String {
            "The test's flag stack has no overrides. Create it with FlagStack(…, overrides: MemoryProvider(\"Test\"))."
        }
    }

    /// The changes of availability that the timeline has, in order of time.
    public var availabilityChanges: [AvailabilityRecord] { runtime.timeline?.run.availabilityRecords() ?? [] }

    /// The exposures and changes of flags that the timeline has, in order of time.
    public var flagRecords: [FlagRecord] { runtime.timeline?.run.flagRecords() ?? [] }
}
