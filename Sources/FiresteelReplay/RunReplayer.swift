public import Firesteel
public import FiresteelBase
import FiresteelCatalogue
import FiresteelFlags
import FiresteelInsight
public import FiresteelTimeline
public import Foundation

/// Performs the recorded steps that led to a failure again, and compares what happens with what was recorded.
///
/// ```swift
/// let replayer = try RunReplayer(report: Data(contentsOf: file))
/// let replay = try await replayer.replay(AppFeatures.self)
/// let other = try await replayer.replay(AppFeatures.self, flags: replayer.flags.merging(["App/FastSave": false]) { $1 })
/// print(replay.text, replay.failed, other.failed)
/// ```
///
/// The steps are those of the failure's session, in their order; performs that overlapped do so again. Those whose inputs weren't
/// retained are left out. The replay has a separate runtime, whose timeline, toggles and flags are in memory; purchases and
/// permissions are granted without a store or a system. What actions themselves do isn't replaced: give them folders and
/// services of a test, as a test does.
public struct RunReplayer: Sendable {
    /// The maximum number of steps before the failure; earlier ones are left out.
    public static let maximumSteps = 200

    /// The program with its version, such as `Documents 1.4`.
    public let program: String
    /// The identifier of the run.
    public let run: String
    /// The flags with other values than the program's defaults, by key.
    ///
    /// A value that was hidden or truncated is missing.
    public let flags: [String: JSONValue]
    private let steps: [SavedPerforms.Perform]
    /// The index of the failure among the steps.
    private let failure: Int
    private let following: [Int: [Replay.Following]]

    /// Whether the program ended during the action, or hung.
    var isCrash: Bool { steps[failure].ended == nil }

    /// Reads the report of a failure or a crash, as the server's API and the folder of messages have it.
    ///
    /// - Throws: ``ReplayError``.
    public init(report data: Data) throws(ReplayError) {
        let bytes = Array(data)
        let object = try? JSONValue(json: bytes, limits: JSONLimits(bytes: 2 * ReportLimits.bytes))
        let inner = object?.objectValue?["report"].flatMap { $0.objectValue == nil ? nil : Array($0.json().utf8) }
        let report: InsightReport
        do {
            report = try InsightReport(json: inner ?? bytes)
        } catch {
            throw ReplayError("The report can't be read. \(error)")
        }
        guard let action = report.action else { throw ReplayError("The report names no action, so nothing failed.") }
        let subject = SavedPerforms.Subject.reported(
            feature: action.feature, action: action.action, name: report.names?.action,
            isInFlight: report.state == .inFlight, time: Int(report.time))
        let program = [report.program.name, report.program.version].filter { !$0.isEmpty }.joined(separator: " ")
        try self.init(report.timeline.objects, subject, program: program, run: report.run)
    }

    /// Finds the last perform of a run that failed, or was in flight at a crash.
    ///
    /// - Throws: ``ReplayError``.
    public init(_ run: Run) throws(ReplayError) {
        try self.init(Self.objects(of: run), nil, program: "", run: "")
    }

    private static func objects(of run: Run?) -> [JSONValue] {
        var objects: [JSONValue] = []
        guard let run else { return [] }
        RunData(run, matching: nil, crash: nil, includesInputs: true).write { json, _ in
            if let object = try? JSONValue(json: Array(json.utf8)) { objects.append(object) }
        }
        return objects
    }

    private init(
        _ objects: [JSONValue], _ subject: SavedPerforms.Subject?, program: String, run: String
    ) throws(ReplayError) {
        let saved = SavedPerforms(objects)
        guard let failure = saved.failure(subject) else {
            throw ReplayError("No action failed or was in flight at a crash, so there is nothing to replay.")
        }
        self.program = program.isEmpty ? saved.program : program
        self.run = run.isEmpty ? saved.run : run
        let all = saved.performs(until: failure)
        let index = all.firstIndex { $0.id == failure.id } ?? 0
        steps = Array(all[max(0, index - Self.maximumSteps)..<min(all.count, index + Self.maximumSteps)])
        self.failure = min(index, Self.maximumSteps)
        flags = Dictionary(
            saved.flags(of: failure.session, until: failure.ended ?? .max).compactMap { flag in
                flag.value.map { (flag.key, $0) }
            }, uniquingKeysWith: { first, _ in first })
        following = saved.following
    }

    /// Performs the steps.
    ///
    /// - Parameters:
    ///   - root: The features of the program.
    ///   - flags: The values of flags, by key; by default the recorded ones. With others, it is known whether it would still
    ///     have failed.
    ///   - hidden: Values for the hidden members of inputs, by name. A step with another hidden value is left out.
    ///   - stepLimit: The time after which a step is cancelled.
    ///   - router: Provides presenters. Without one, steps that show something are left out.
    ///   - configure: Changes the configuration of the runtime, such as its sources of other constraints.
    ///   - prepare: Prepares the runtime before the first step, such as by opening a folder and registering containers of flags.
    ///     Flags get their values after it.
    ///   - observe: Receives each step before it begins, so that it is known which one ends the program.
    /// - Returns: The steps with what was recorded and what happened.
    /// - Throws: ``ReplayError`` if the failed step can't be replayed, `FeatureSetupError`, or an error of `prepare`.
    public func replay(
        _ root: any FeatureGroup.Type, flags: [String: JSONValue]? = nil, hidden: [String: JSONValue] = [:],
        stepLimit: Duration = .seconds(30), presentedBy router: any PresentationRouter = NoPresentation(),
        configure: (inout RuntimeConfiguration) -> Void = { _ in },
        prepare: (FeatureRuntime) async throws -> Void = { _ in },
        observe: @Sendable (_ step: String) -> Void = { _ in }
    ) async throws -> Replay {
        // What the program reads from its clock is as old as the recording.
        let began = min(max(steps.first?.began ?? 0, 0), 1 << 52)
        let clock = ManualTimelineClock(wallNanoseconds: UInt64(began) * 1_000)
        var configuration = RuntimeConfiguration(
            program: ProgramDescription(name: "Replay"), runSize: 1 << 20, clock: .manual(clock))
        configure(&configuration)
        // Nothing of a replay remains.
        configuration.storage = .memory
        let known = Set(configuration.sources.map(\.name))
        configuration.sources += ["purchases", "permissions"].filter { !known.contains($0) }.map(
            GrantedRequirements.init)
        // The program's own stack would read its files and servers.
        let overrides = MemoryProvider("Replay")
        configuration.flags = FlagStack(overrides: overrides)
        let runtime = try FeatureRuntime(root, configuration)
        defer { runtime.end() }
        return try await runtime.use {
            try await prepare(runtime)
            // By now all flags are declared.
            for (key, value) in flags ?? self.flags { overrides.set(value, for: key) }
            let replayed = ReplayRun(runtime, clock, hidden: hidden, router: router, stepLimit: stepLimit)
            let results = try await replayed.perform(steps, failure: failure, observe)
            let saved = SavedPerforms(Self.objects(of: runtime.timeline?.run))
            return Replay(steps, failure: failure, results, following, saved)
        }
    }
}

/// An error that prevents a replay.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
    /// The reason and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// A source in whose view every requirement is fulfilled: a recorded action was available.
private struct GrantedRequirements: ConstraintSource {
    let name: String

    init(_ name: String) { self.name = name }

    func status(of name: String) -> RequirementStatus { .granted }

    func subscribe(_ handler: @escaping @Sendable (RequirementChange) -> Void) -> Subscription { Subscription({}) }
}
