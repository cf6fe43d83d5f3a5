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
/// permissions are granted without a store or a system, except those of features that were unavailable. What actions themselves do isn't replaced: give them folders and
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
    /// The performs of the failure's session, in the order in which they began.
    private(set) var steps: [SavedPerforms.Perform]
    /// The index of the failure among the steps.
    private(set) var failure: Int
    /// The number of earlier steps of the session, beyond ``maximumSteps``, which aren't performed.
    let omittedSteps: Int
    private let following: [Int: [Replay.Following]]
    /// The flags that the session was exposed to.
    let exposures: [ReplayStory.Flag]
    /// The paths of features that were unavailable for the session.
    private let unavailable: Set<String>
    /// The name of the signal that ended the program, if it is known.
    let signal: String?
    /// The recorded objects without secrets, for a test.
    private let shown: @Sendable () -> SavedPerforms
    /// The description of the failure in the report.
    private let cause: String?
    /// Whether a replay performs nothing, and is only for its test.
    var isDescription = false
    /// The values of flags as they were written, by key, for flags that are texts: `123` is one as well.
    var writtenFlags: [String: String] = [:]
    /// The end of the sentence that hidden values must be given: how they are.
    var hiddenAdvice = ""

    /// Whether the program ended during the action, or hung.
    var isCrash: Bool { steps[failure].ended == nil }

    /// Returns the replayer of some of the steps, and of the failure.
    func keeping(_ indices: [Int]) -> RunReplayer {
        let kept = Set(indices + [failure])
        var replayer = self
        replayer.steps = steps.indices.filter(kept.contains).map { steps[$0] }
        replayer.failure = kept.count { $0 < failure }
        return replayer
    }

    /// Reads the report of a failure or a crash, as the server's API and the folder of messages have it.
    ///
    /// - Throws: ``ReplayError``.
    public init(report data: Data) throws(ReplayError) {
        let report: InsightReport
        do {
            report = try InsightReport(json: ReportFile.report(in: Array(data)))
        } catch {
            throw ReplayError("The report can't be read. \(error)")
        }
        guard let action = report.action else { throw ReplayError("The report names no action, so nothing failed.") }
        let subject = SavedPerforms.Subject.reported(
            feature: action.feature, action: action.action, name: report.names?.action,
            isInFlight: report.state == .inFlight, time: Int(report.time))
        let program = [report.program.name, report.program.version].filter { !$0.isEmpty }.joined(separator: " ")
        let saved = SavedPerforms(report.timeline.objects)
        try self.init(
            saved, subject, program: program, run: report.run, signal: report.end?.signal,
            cause: ReplayStory.cause(report), shown: { saved })
    }

    /// Finds the last perform of a run that failed, or was in flight at a crash.
    ///
    /// - Parameters:
    ///   - run: The run.
    ///   - perform: The identifier of another perform that failed, or was in flight.
    /// - Throws: ``ReplayError``.
    public init(_ run: Run, perform: UInt64? = nil) throws(ReplayError) {
        var subject: SavedPerforms.Subject?
        if let perform {
            guard let record = run.perform(perform), record.outcome?.isFailure ?? record.isInFlight,
                let id = Int(exactly: perform)
            else {
                throw ReplayError("The run has no perform \(perform) that failed or was in flight.")
            }
            subject = .perform(id, session: Int(record.session))
        }
        var signal: String?
        if case .signal(let number, _) = run.end { signal = number.name }
        try self.init(
            SavedPerforms(Self.objects(of: run)), subject, program: "", run: "", signal: signal, cause: nil,
            shown: { SavedPerforms(ReplayStory.objects(of: run, nil)) })
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
        _ saved: SavedPerforms, _ subject: SavedPerforms.Subject?, program: String, run: String, signal: String?,
        cause: String?, shown: @escaping @Sendable () -> SavedPerforms
    ) throws(ReplayError) {
        guard let failure = saved.failure(subject) else {
            throw ReplayError("No action failed or was in flight at a crash, so there is nothing to replay.")
        }
        self.program = program.isEmpty ? saved.program : program
        self.run = run.isEmpty ? saved.run : run
        (self.signal, self.cause, self.shown) = (signal, cause, shown)
        let all = saved.performs(until: failure)
        let index = all.firstIndex { $0.id == failure.id } ?? 0
        steps = Array(all[max(0, index - Self.maximumSteps)..<min(all.count, index + Self.maximumSteps)])
        self.failure = min(index, Self.maximumSteps)
        omittedSteps = max(0, index - Self.maximumSteps)
        exposures = saved.flags(of: failure.session, until: failure.ended ?? .max)
        flags = Dictionary(
            exposures.compactMap { flag in flag.isDefault ? nil : flag.value.map { (flag.key, $0) } },
            uniquingKeysWith: { first, _ in first })
        following = saved.following
        unavailable = saved.unavailable(for: failure.session, until: failure.ended ?? .max)
    }

    /// Returns the story of the steps, with the values of flags that a replay has.
    func story(flags values: [String: JSONValue]) -> ReplayStory {
        let saved = shown()
        let performs = steps.map { saved.perform($0.id) ?? $0 }
        var story = ReplayStory(
            saved, performs[failure], performs, cause: cause, maximumSteps: Self.maximumSteps)
        story.use(values, insteadOf: flags)
        story.name(run: run, program: program)
        return story
    }

    /// Performs the steps.
    ///
    /// - Parameters:
    ///   - root: The features of the program.
    ///   - flags: The values of flags, by key; by default the recorded ones. With others, it is known whether it would still
    ///     have failed. A value that wasn't recorded must be one that its flag can have.
    ///   - hidden: Values for the hidden members of inputs, by name. A step with another hidden value is left out.
    ///   - stepLimit: The time after which a step is cancelled.
    ///   - router: Provides presenters. Without one, steps that show something are left out.
    ///   - configure: Changes the configuration of the runtime, such as its sources of other constraints.
    ///   - prepare: Prepares the runtime before the first step, such as by opening a folder and registering containers of flags.
    ///     Flags get their values after it.
    ///   - observe: Receives each step before it begins, so that it is known which one ends the program.
    /// - Returns: The steps with what was recorded and what happened.
    /// - Throws: ``ReplayError`` if the failed step can't be replayed or a flag can't have its value, `FeatureSetupError`, or an error of `prepare`.
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
        let requirements = ["purchases", "permissions"].filter { !known.contains($0) }.map(RecordedRequirements.init)
        configuration.sources += requirements
        // The program's own stack would read its files and servers.
        let overrides = MemoryProvider("Replay")
        configuration.flags = FlagStack(overrides: overrides)
        let runtime = try FeatureRuntime(root, configuration)
        defer { runtime.end() }
        return try await runtime.use {
            try await prepare(runtime)
            // By now all flags are declared.
            var flags = flags ?? self.flags
            for (key, text) in writtenFlags where runtime.flags.description(of: key)?.type == .string {
                if let value = flags[key], value.stringValue == nil { flags[key] = .string(text) }
            }
            guard !isDescription else { return Replay(of: self, flags, runtime) }
            let performed = Set(steps.map(\.step.feature))
            for source in requirements { source.deny(for: unavailable, butNot: performed, in: runtime.catalogue) }
            for (key, value) in flags { overrides.set(value, for: key) }
            try checkChosen(flags, of: runtime)
            let replayed = ReplayRun(
                runtime, clock, hidden: hidden, hiddenAdvice: hiddenAdvice, router: router, stepLimit: stepLimit)
            let results = try await replayed.perform(steps, failure: failure, observe)
            let saved = SavedPerforms(Self.objects(of: runtime.timeline?.run))
            let read = saved.flagKeys
            let ignored = flags.keys.filter { key in
                runtime.flags.description(of: key).map { $0.error != nil } ?? !read.contains(key)
            }
            return Replay(
                of: self, flags, runtime, results, following, saved, ignoring: ignored.sorted())
        }
    }
}

extension RunReplayer {
    /// Refuses a value that was chosen for this replay, and that its flag can't have.
    ///
    /// With the default instead, the end of the replay would say nothing about the flag. A recorded value may be that of another
    /// version of the program.
    private func checkChosen(_ flags: [String: JSONValue], of runtime: FeatureRuntime) throws(ReplayError) {
        let chosen = flags.filter { self.flags[$0.key] != $0.value }
        guard !chosen.isEmpty else { return }
        let declared = Dictionary(
            runtime.flags.descriptions().map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        for (key, value) in chosen.sorted(by: { $0.key < $1.key }) {
            let name = SwiftCode.line(key)
            guard let flag = declared[key] else {
                let keys = declared.keys.sorted()
                let first = keys.prefix(20).joined(separator: ", ") + (keys.count > 20 ? ", …" : ".")
                throw ReplayError("The program has no flag “\(name)”. Its flags are \(SwiftCode.line(first))")
            }
            guard flag.error != nil else { continue }
            let allowed = flag.allowedValues ?? (flag.type == .bool ? [.bool(true), .bool(false)] : [])
            let values = allowed.isEmpty ? "." : ", one of \(allowed.map { $0.json() }.joined(separator: ", "))."
            throw ReplayError(
                "\(SwiftCode.line(value.json())) isn't a value of “\(name)”, which is of the type \(flag.valueTypeName)\(values)"
            )
        }
    }
}

/// An error that prevents a replay.
public struct ReplayError: Error, Sendable, CustomStringConvertible {
    /// The reason and what to do about it.
    public let description: String

    init(_ description: String) { self.description = description }
}
