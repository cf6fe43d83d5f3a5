import FiresteelBase
import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// The availability of all features: one load to read, recomputed when something changes.
///
/// A change is recorded while holding the lock, constraints are checked without it, and their results are stored while
/// holding it again, so constraints can run any code. Each check belongs to a number of changes, and of two checks of a
/// feature the one that covers more changes applies. So a change is in effect when the call that made it returns, and
/// an older result never replaces a newer one.
final class AvailabilityTable: Sendable {
    struct State {
        var graph = AvailabilityGraph()
        var toggles: [FeaturePath: Bool] = [:]
        var enabled: [FeaturePath: Bool] = [:]
        /// The number of the user's choices so far.
        var choices: UInt64 = 0
        /// The checks in progress, by their threads.
        var checks: [ThreadIdentity: RunningCheck] = [:]
        var users = ConstraintDependents()
    }

    /// A check of a feature's constraints in progress on a thread.
    struct RunningCheck {
        let position: Int
        /// The features that the check itself affected, which are checked after it.
        var changed: [Int] = []
        /// The features whose availability the check read.
        var reads: Set<Int> = []
        /// Whether the check read a flag in the context in effect.
        var readsContext = false
    }

    let state = Mutex(State())
    private let writer: ToggleWriter
    let store: any ToggleStore
    let dispatcher: Dispatcher
    let platform: HostPlatform
    let sources: RequirementSources
    /// The principals with open sessions.
    let principals = PrincipalDirectory()
    let changes = Broadcaster<AvailabilityChange>()

    init(
        dispatcher: Dispatcher, toggles store: any ToggleStore, platform: HostPlatform, sources: [any ConstraintSource]
    ) {
        self.dispatcher = dispatcher
        self.store = store
        writer = ToggleWriter {
            try store.save($0)
        } erase: {
        } report: { _, error in
            dispatcher.report(
                .toggles("Can't save the user's toggles: \(ErrorText(error).message). They apply to this run only."))
        }
        self.platform = platform
        self.sources = RequirementSources(sources)
        for name in self.sources.duplicates {
            dispatcher.report(
                .constraints(
                    "Two constraint sources are named “\(name)”, so the second one is ignored. Rename one of them."))
        }
        do {
            let toggles = try store.load()
            state.withLock { $0.toggles = toggles }
        } catch {
            dispatcher.report(
                .toggles("Can't load the user's toggles: \(ErrorText(error).message). Their defaults apply."))
        }
    }

    // MARK: Reading

    /// Returns a feature's availability with its reasons.
    ///
    /// - Parameter session: The session of the user; `nil` for the app's user.
    func availability(of feature: RegisteredFeature, in session: ActionSession?) -> Availability {
        guard let session, let context = session.context else {
            return state.withLock { state in
                guard let position = state.graph.position(of: feature) else { return .notRegistered(feature.path) }
                state.recordRead(of: position)
                return state.graph.availability(of: position)
            }
        }
        guard let position = feature.graphPosition else { return .notRegistered(feature.path) }
        return session.use {
            var answers = ContextEvaluation(self, session, context, exposes: false)
            return answers.availability(of: position)
        }
    }

    /// Returns a feature's state for the user that a session serves, and exposes them to its flags.
    func state(of feature: RegisteredFeature, in session: ActionSession, _ context: SessionContext) -> AvailabilityState
    {
        guard let position = feature.graphPosition else { return .unavailable }
        return session.useIfNeeded {
            ContextEvaluation(self, session, context, exposes: true).state(of: position)
        }
    }

    /// Returns the status of each of a feature's own constraints.
    ///
    /// - Parameter session: The session of the user; `nil` for the app's user.
    func constraints(
        of feature: RegisteredFeature, in session: ActionSession? = nil
    ) -> [(constraint: any Constraint, status: ConstraintStatus)] {
        let statuses: [ConstraintStatus]
        if let session, let context = session.context, let position = feature.graphPosition {
            statuses = session.use {
                var answers = ContextEvaluation(self, session, context, exposes: false)
                return answers.statuses(of: position)
            }
        } else {
            statuses = state.withLock { state in
                state.graph.position(of: feature).map { state.graph.statuses(of: $0) } ?? []
            }
        }
        return Array(zip(feature.constraints, statuses))
    }

    func recordRead(of feature: RegisteredFeature) {
        state.withLock { state in
            if let position = state.graph.position(of: feature) { state.recordRead(of: position) }
        }
    }

    /// Returns the changes from now on, in order.
    func observe() -> AsyncStream<AvailabilityChange> { AsyncStream(subscribing: { changes.subscribe($0) }) }

    // MARK: Changing

    /// The positions of all features.
    var all: Range<Int> { state.withLock { $0.graph.nodes.indices } }

    /// Adds features, each after all of its dependencies.
    ///
    /// ``settle(_:added:)`` checks their constraints.
    func add(_ features: [RegisteredFeature]) -> Range<Int> {
        state.withLock { state in
            let added = state.graph.add(features)
            for position in added {
                let feature = state.graph.nodes[position].feature
                state.users.add(feature, at: position)
                feature.position.store(position, ordering: .releasing)
            }
            return added
        }
    }

    /// Reports a switch that no constraint reads.
    ///
    /// A constraint of the program's own may read it.
    private func reportUnread(_ control: ConstraintControl, of feature: RegisteredFeature) {
        let canRead = feature.constraints.contains { $0.control == control || $0.details.kind == .other }
        guard !canRead else { return }
        switch control {
        case .toggle:
            dispatcher.report(
                .toggles(
                    "The toggle of \(feature.path) was set, but has no effect. Add UserToggled() to the constraints of the "
                        + "feature."))
        case .runtime:
            dispatcher.report(
                .constraints(
                    "setEnabled(\(feature.path)) has no effect. Add RuntimeEnabled() to the constraints of the feature."
                ))
        }
    }

    func setToggle(_ feature: RegisteredFeature, _ isOn: Bool) {
        reportUnread(.toggle, of: feature)
        var choice: (number: UInt64, toggles: [FeaturePath: Bool])?
        update { state in
            guard state.toggles[feature.path] != isOn else { return [] }
            state.toggles[feature.path] = isOn
            state.choices += 1
            choice = (state.choices, state.toggles)
            return state.graph.position(of: feature).map { [$0] } ?? []
        }
        // Of two concurrent choices the later one is saved, in whichever order they arrive here.
        if let choice { writer.save(choice.toggles, number: choice.number) }
    }

    func setToggle(_ feature: RegisteredFeature, _ isOn: Bool, for choices: PrincipalChoices) {
        reportUnread(.toggle, of: feature)
        choices.set(feature.path, isOn)
    }

    /// Returns the choices of a principal for one more user of them, until `principals.close(_:)`.
    func openChoices(of principal: Principal) -> PrincipalChoices {
        principals.open(principal) { makeChoices(principal) }
    }

    /// Removes the choices of a principal, which resets their toggles to the defaults.
    func eraseChoices(of principal: Principal) throws {
        let choices = openChoices(of: principal)
        defer { principals.close(principal) }
        try choices.erase()
    }

    private func makeChoices(_ principal: Principal) -> PrincipalChoices {
        // Not weakly: an object with a weak reference is slower to count, and every perform counts the dispatcher.
        PrincipalChoices(principal, store: store) { [dispatcher] in dispatcher.report($0) }
    }

    func setEnabled(_ feature: RegisteredFeature, _ isOn: Bool) {
        reportUnread(.runtime, of: feature)
        update { state in
            guard state.enabled[feature.path] != isOn else { return [] }
            state.enabled[feature.path] = isOn
            return state.graph.position(of: feature).map { [$0] } ?? []
        }
    }

    func refresh(_ feature: RegisteredFeature) {
        update { state in state.graph.position(of: feature).map { [$0] } ?? [] }
    }

    /// Records a change, and updates the availability of all affected features.
    ///
    /// - Parameter body: Makes the change and returns the features whose constraints read the changed facts.
    func update(_ body: (inout State) -> [Int]) {
        let positions = state.withLock { state in
            let positions = body(&state)
            for position in positions { state.graph.invalidate(position) }
            let thread = ThreadIdentity.current
            guard state.checks[thread] != nil else { return positions }
            // A constraint is being checked on this thread. The features that it affects are checked after it.
            state.checks[thread]?.changed += positions
            return []
        }
        // Before anything is settled: an answer for a session is computed from the facts.
        dispatcher.invalidateAllAvailability()
        settle(positions)
    }

    /// Must be called while holding the lock, so that changes are recorded and delivered in order.
    func notify(_ settled: [AvailabilityGraph.Change], added: Range<Int>?, _ graph: borrowing AvailabilityGraph) {
        dispatcher.changes.featuresChanged()
        for change in settled {
            let path = graph.nodes[change.position].feature.path
            changes.enqueue(AvailabilityChange(feature: path, old: change.old, new: change.new))
        }
        guard let timeline = dispatcher.timeline else { return }
        for change in settled where added?.contains(change.position) != true {
            record(change, graph, on: timeline)
        }
        // Of new features the timeline records only the unavailable ones.
        for position in added ?? 0..<0 where graph.nodes[position].state != .available {
            let state = graph.nodes[position].state
            record((position, state, state), graph, on: timeline)
        }
    }

    private func record(
        _ change: AvailabilityGraph.Change, _ graph: borrowing AvailabilityGraph, on timeline: Timeline
    ) {
        var fields = dispatcher.fieldsOfChange(on: timeline)
        fields.subject = graph.nodes[change.position].feature.timelineName
        timeline.availabilityChanged(
            from: FeatureState(change.old), to: FeatureState(change.new),
            reasons: graph.availability(of: change.position).reasons.map(\.text), fields)
    }
}

extension AvailabilityTable.State {
    /// Records that a constraint that is being checked on this thread read a feature's availability.
    fileprivate mutating func recordRead(of position: Int) {
        guard !checks.isEmpty, let check = checks[.current] else { return }
        graph.record(check.position, reads: position)
        if position != check.position { checks[.current]?.reads.insert(position) }
    }
}

extension FeatureState {
    fileprivate init(_ state: AvailabilityState) {
        self =
            switch state {
            case .unavailable: .unavailable
            case .available: .available
            case .undetermined: .undetermined
            }
    }
}
