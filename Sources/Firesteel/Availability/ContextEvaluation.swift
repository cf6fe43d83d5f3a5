import FiresteelFlags
import Synchronization

/// Computes the availability of features for a session's user.
///
/// Constraints that are the same for everyone have their status from the table; the others are checked on the calling
/// thread, without a lock. The version is read first, so that a result of older facts is stored with an older version
/// and computed again.
final class ContextEvaluation: AvailabilityReader {
    let nodes: [AvailabilityGraph.Node]
    private let table: AvailabilityTable
    private let session: ActionSession
    private let context: SessionContext
    private let version: UInt64
    private let enabled: [FeaturePath: Bool]
    private let evaluationContext: EvaluationContext
    /// Whether the user is exposed to the flags that decide.
    private let exposes: Bool
    /// The states found so far.
    private var states: [Int: AvailabilityState] = [:]

    /// - Parameter exposes: Whether the result is for using the feature, rather than for showing it.
    init(_ table: AvailabilityTable, _ session: ActionSession, _ context: SessionContext, exposes: Bool) {
        self.table = table
        self.session = session
        self.context = context
        self.exposes = exposes
        version = context.version(table.dispatcher)
        evaluationContext = context.evaluationContext
        (nodes, enabled) = table.state.withLock { ($0.graph.nodes, $0.enabled) }
    }

    func state(of position: Int) -> AvailabilityState {
        let feature = nodes[position].feature
        guard nodes[position].isPersonalInAll else { return nodes[position].state }
        if let known = states[position] ?? context.cache.state(of: feature.index, at: version) { return known }
        guard context.begin(position) else {
            reportCircle(feature)
            return .undetermined
        }
        let state = AvailabilityGraph.state(of: nodes[position]) { index in
            guard isPersonal(position, index) else { return nodes[position].statuses[index]?.state ?? .undetermined }
            return feature.constraints[index].state(subject(of: position, at: index))
        } other: {
            self.state(of: $0)
        }
        if exposes {
            // Flags that decided were evaluated; the others count as read as well.
            for flag in feature.flags { _ = table.dispatcher.flags.value(of: flag, in: evaluationContext) }
        }
        let isCacheable = context.end(position)
        states[position] = state
        if exposes, isCacheable { context.cache.store(state, of: feature.index, at: version) }
        return state
    }

    func status(of position: Int, at index: Int) -> ConstraintStatus {
        guard isPersonal(position, index) else { return nodes[position].statuses[index] ?? .notChecked }
        guard context.begin(position) else {
            reportCircle(nodes[position].feature)
            return .undetermined("Depends on itself", because: "The constraint depends on itself")
        }
        defer { _ = context.end(position) }
        return nodes[position].feature.constraints[index].check(subject(of: position, at: index))
    }

    private func reportCircle(_ feature: RegisteredFeature) {
        table.dispatcher.report(
            .constraints(
                "Constraints of \(feature.path) read the feature's own availability, which is undetermined there. Read other facts."
            ))
    }

    /// Returns whether a constraint can have another result for this user.
    private func isPersonal(_ position: Int, _ index: Int) -> Bool {
        for dependency in nodes[position].feature.constraintFlags[index] {
            let variation = table.dispatcher.flags.variation(at: dependency.flag.declaration.index)
            if variation.contains(.time) { context.preventCaching() }
            if !variation.isEmpty { return true }
        }
        if nodes[position].isPersonal[index] { return true }
        let reads = nodes[position].reads
        return !reads.isEmpty && reads.contains { nodes[$0].isPersonalInAll }
    }

    private func subject(of position: Int, at index: Int) -> ConstraintSubject {
        let feature = nodes[position].feature
        return ConstraintSubject(
            feature: feature.path, toggle: .principal(context.choices), enabled: enabled[feature.path],
            platform: table.platform, related: [], flags: table.dispatcher.flags,
            declaredFlags: feature.constraintFlags[index], context: evaluationContext, principal: context.principal,
            facts: .sources(table.sources, for: context.principal), exposes: exposes, reads: nil)
    }
}
