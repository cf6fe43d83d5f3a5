import Firesteel
import FiresteelBase
import FiresteelCatalogue
import FiresteelTimeline
import Foundation

/// Performs recorded steps in a runtime.
struct ReplayRun: Sendable {
    /// The result of a step.
    enum Result: Sendable {
        case performed(RecordedEnd)
        /// It didn't end within the limit.
        case endless
        case unavailable(String)
        case leftOut(String)
    }

    /// The maximum time by which the clock advances between two steps: 31 days, in microseconds.
    private static let longestPause = 31 * 86_400_000_000

    private let runtime: FeatureRuntime
    private let clock: ManualTimelineClock
    private let hidden: [String: JSONValue]
    private let hiddenAdvice: String
    private let router: any PresentationRouter
    private let stepLimit: Duration
    /// The features by path.
    private let features: [String: CatalogueFeature]

    init(
        _ runtime: FeatureRuntime, _ clock: ManualTimelineClock, hidden: [String: JSONValue],
        hiddenAdvice: String, router: any PresentationRouter, stepLimit: Duration
    ) {
        self.runtime = runtime
        self.clock = clock
        self.hidden = hidden
        self.hiddenAdvice = hiddenAdvice
        self.router = router
        self.stepLimit = stepLimit
        features = Dictionary(
            runtime.catalogue.features.map { ($0.path.text, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Performs steps in the order in which they began, each after those that had ended before it.
    ///
    /// - Throws: ``ReplayError`` if the failure can't be performed.
    func perform(
        _ steps: [SavedPerforms.Perform], failure: Int, _ observe: @Sendable (String) -> Void
    ) async throws(ReplayError) -> [Result] {
        if let reason = obstacle(to: steps[failure]) {
            throw Self.error(steps[failure], reason)
        }
        var results: [Int: Result] = [:]
        var running: [(index: Int, task: Task<Result, Never>)] = []
        var time = steps.first?.began ?? 0
        for (index, step) in steps.enumerated() {
            // A perform whose end isn't known may be in flight until the end.
            let (ended, rest) = running.partitioned { steps[$0.index].hasEnded(before: step) }
            for (other, task) in ended {
                if steps[other].step.outcome == "cancelled" { task.cancel() }
                results[other] = await end(of: task)
            }
            running = rest
            // A report may have any numbers.
            let (pause, overflow) = step.began.subtractingReportingOverflow(time)
            if !overflow, pause > 0 { clock.advance(by: .microseconds(min(pause, Self.longestPause))) }
            time = max(time, step.began)
            if let reason = obstacle(to: step) {
                results[index] = .leftOut(reason)
                continue
            }
            observe(SwiftCode.line(step.step.name))
            switchOn(step)
            let start = { Task { await perform(step) } }
            let isOverlapped = steps[(index + 1)...].first.map { !step.hasEnded(before: $0) } ?? false
            let limit = Int(min(stepLimit.components.seconds, 1 << 32)) * 1_000
            running.append((index, isOverlapped ? await runtime.begin(limit: limit, start) : start()))
        }
        // Those beside the failure may be its cause; afterwards they may wait for what never comes.
        for (index, task) in running where index == failure { results[index] = await end(of: task) }
        for (index, task) in running where index != failure {
            if steps[index].ended == nil || steps[index].step.outcome == "cancelled" { task.cancel() }
            results[index] = await end(of: task)
        }
        if case .leftOut(let reason) = results[failure] { throw Self.error(steps[failure], reason) }
        return steps.indices.map { results[$0] ?? .endless }
    }

    private static func error(_ step: SavedPerforms.Perform, _ reason: String) -> ReplayError {
        let reason = reason.hasSuffix(".") ? String(reason.dropLast()) : reason
        return ReplayError(
            "\(SwiftCode.line(step.step.name)), which failed, can't be replayed: \(SwiftCode.line(reason)).")
    }

    /// Returns the result of a step, which is cancelled after the limit: it may wait for what never comes.
    private func end(of task: Task<Result, Never>) async -> Result {
        let (ends, continuation) = AsyncStream.makeStream(of: Result.self)
        Task { continuation.yield(await task.value) }
        let timer = Task { [stepLimit] in
            try await Task.sleep(for: stepLimit)
            task.cancel()
            continuation.yield(.endless)
        }
        defer { timer.cancel() }
        for await end in ends { return end }
        return .endless
    }

    /// Returns the reason why a step can't be performed, or `nil` if it can.
    private func obstacle(to step: SavedPerforms.Perform) -> String? {
        let (feature, identifier) = (features[step.step.feature], step.step.action)
        guard let action = feature?.actions.first(where: { $0.identifier == identifier }) else {
            return "the program has no action \(SwiftCode.line("\(step.step.feature)/\(identifier)"))"
        }
        guard action.input != nil else { return nil }
        // A report may name any action, with any input.
        guard runtime.isReplayable(step.step.path) else { return "its input isn't replayable" }
        switch step.step.input {
        case .none: return "its input wasn't retained"
        case .missing(let reason): return "its input wasn't retained, because \(reason)"
        case .retained(let value):
            let missing = value.hiddenMembers.filter { hidden[$0] == nil }
            let names = SwiftCode.line(missing.sorted().joined(separator: ", "))
            return missing.isEmpty ? nil : "its input has hidden values, which must be given\(hiddenAdvice): \(names)"
        }
    }

    /// Switches on the feature of a step, with its groups and the features that it needs: it was available.
    private func switchOn(_ step: SavedPerforms.Perform) {
        for path in features.needed(by: [step.step.feature]).sorted().map(FeaturePath.init) {
            runtime.set(.toggle, of: path, to: true)
            runtime.set(.runtime, of: path, to: true)
        }
    }

    private func perform(_ step: SavedPerforms.Perform) async -> Result {
        var json = [Data("{}".utf8)]
        if case .retained(let value) = step.step.input {
            // A number or a word may be meant as a text.
            let texts = hidden.mapValues { value in value.stringValue == nil ? .string(value.json()) : value }
            json = [hidden, texts].map { Data(value.revealing($0).json().utf8) }
        }
        do {
            let outcome = try await runtime.perform(
                ExternalRequest(step.step.path, from: .replay), input: ReplayedInput(codings: json), presentedBy: router
            )
            return .performed(RecordedEnd(outcome))
        } catch {
            if case .unavailable = error { return .unavailable(error.description) }
            return .leftOut(error.description)
        }
    }
}

/// An input as it was retained: decoded as a test decodes it, from the first coding that can be.
private struct ReplayedInput: ExternalInput {
    let codings: [Data]

    func decode<Input: Decodable>(_ type: Input.Type) throws -> Input {
        for data in codings.dropLast() {
            if let input = try? JSONDecoder().decode(type, from: data) { return input }
        }
        return try JSONDecoder().decode(type, from: codings.last ?? Data())
    }
}

extension JSONValue {
    /// The names of members whose values are hidden; another hidden value has no name by which it could be given.
    var hiddenMembers: Set<String> {
        switch self {
        case _ where KeptInput.isHidden(self): return ["a value without a name"]
        case .object(let members):
            return members.reduce(into: []) { names, member in
                let isHidden = KeptInput.isHidden(member.value)
                names.formUnion(isHidden ? [member.key] : member.value.hiddenMembers)
            }
        case .array(let elements): return elements.reduce(into: []) { $0.formUnion($1.hiddenMembers) }
        default: return []
        }
    }

    /// Returns the value with others for hidden ones.
    fileprivate func revealing(_ values: [String: JSONValue]) -> JSONValue {
        switch self {
        case .object(let members):
            let pairs = members.map { name, value in
                (name, KeptInput.isHidden(value) ? values[name] ?? value : value.revealing(values))
            }
            return .object(Dictionary(uniqueKeysWithValues: pairs))
        case .array(let elements): return .array(elements.map { $0.revealing(values) })
        default: return self
        }
    }
}

extension Array {
    /// Returns the elements for which a predicate holds, and the others, each in order.
    fileprivate func partitioned(_ isFirst: (Element) -> Bool) -> ([Element], [Element]) {
        (filter(isFirst), filter { !isFirst($0) })
    }
}
