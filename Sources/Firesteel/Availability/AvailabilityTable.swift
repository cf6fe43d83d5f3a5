import Synchronization

/// Computes availability when something changes and keeps it where a read is one load.
final class AvailabilityTable: Sendable {
    private struct State {
        /// Registered features, groups before what is below them.
        var features: [RegisteredFeature] = []
        var toggles: [FeaturePath: Bool] = [:]
        var enabled: [FeaturePath: Bool] = [:]
        /// How the conditions of each feature stood when something about them last changed, in their order.
        var statuses: [FeaturePath: [ConstraintStatus]] = [:]
        /// Counts the user's choices.
        var choices: UInt64 = 0
    }

    private let state = Mutex(State())
    /// The number of the choice that was saved last.
    private let saved = Mutex<UInt64>(0)
    private let store: any ToggleStore
    private let dispatcher: Dispatcher
    private let changes = ChangeBroadcast<AvailabilityChange>()

    init(dispatcher: Dispatcher, store: any ToggleStore) {
        self.dispatcher = dispatcher
        self.store = store
        do {
            let toggles = try store.load()
            state.withLock { $0.toggles = toggles }
        } catch {
            dispatcher.report(
                .toggles("The user's choices could not be read, defaults hold: \(ErrorWords(error).message)"))
        }
    }

    /// Whether a feature is available in the runtime in effect.
    ///
    /// One load.
    static func isAvailable(_ reference: BindingReference) -> Bool {
        CurrentRuntime.withDispatcher { dispatcher in
            guard let feature = dispatcher?.features.find(reference.feature) else { return false }
            let state = feature._withUnsafeGuaranteedRef { $0.availability.load(ordering: .relaxed) }
            return state == AvailabilityState.available.rawValue
        }
    }

    func add(_ features: [RegisteredFeature]) {
        state.withLock { state in
            state.features += features
            for feature in features { Self.check(feature, &state) }
            tell(Self.refresh(features, state))
        }
    }

    /// What a feature's availability is now, with the reasons.
    func availability(of feature: RegisteredFeature) -> Availability {
        state.withLock { Self.evaluate(feature, $0) }
    }

    /// How each condition of a feature itself stands now.
    func conditions(of feature: RegisteredFeature) -> [(constraint: any Constraint, status: ConstraintStatus)] {
        let statuses = state.withLock { $0.statuses[feature.path] ?? [] }
        return Array(zip(feature.constraints, statuses))
    }

    func setToggle(_ feature: RegisteredFeature, _ isOn: Bool) {
        let (number, toggles) = state.withLock { state in
            state.toggles[feature.path] = isOn
            state.choices += 1
            change(feature, &state)
            return (state.choices, state.toggles)
        }
        do {
            try saved.withLock { saved in
                // Of two choices at once the later one is kept, whichever comes here first.
                guard number > saved else { return }
                try store.save(toggles)
                saved = number
            }
        } catch {
            dispatcher.report(.toggles("The user's choice holds for this run only: \(ErrorWords(error).message)"))
        }
    }

    func setEnabled(_ feature: RegisteredFeature, _ isOn: Bool) {
        state.withLock { state in
            state.enabled[feature.path] = isOn
            change(feature, &state)
        }
    }

    /// Checks the conditions of a feature, and what comes of it for the feature and all below it: an ancestor's
    /// conditions are conditions of what is below.
    private func change(_ feature: RegisteredFeature, _ state: inout State) {
        Self.check(feature, &state)
        tell(Self.refresh(state.features.filter { $0.isAtOrBelow(feature) }, state))
    }

    /// Changes from now on, in order.
    func observe() -> AsyncStream<AvailabilityChange> { changes.stream() }

    /// Called below the lock, so that listeners hear of changes in the order in which they happened.
    private func tell(_ all: [AvailabilityChange]) {
        dispatcher.changes.featuresChanged()
        changes.send(all)
    }

    private static func check(_ feature: RegisteredFeature, _ state: inout State) {
        let subject = ConstraintSubject(
            feature: feature.path, toggle: state.toggles[feature.path], enabled: state.enabled[feature.path])
        state.statuses[feature.path] = feature.constraints.map { $0.check(subject) }
    }

    private static func refresh(_ features: [RegisteredFeature], _ state: borrowing State) -> [AvailabilityChange] {
        features.compactMap { feature in
            let new = evaluate(feature, state).state
            let old = feature.availability.exchange(new.rawValue, ordering: .relaxed)
            guard old != new.rawValue, let oldState = AvailabilityState(rawValue: old) else { return nil }
            return AvailabilityChange(feature: feature.path, old: oldState, new: new)
        }
    }

    private static func evaluate(_ feature: RegisteredFeature, _ state: borrowing State) -> Availability {
        guard feature.isRegistered else { return .notRegistered(feature.path) }
        var reasons: [AvailabilityReason] = []
        var next: RegisteredFeature? = feature
        while let current = next {
            for status in state.statuses[current.path] ?? [] where status.state != .met {
                reasons.append(
                    AvailabilityReason(
                        feature: current.path, text: status.reason, remedy: status.remedy,
                        isUndetermined: status.state == .undetermined))
            }
            next = current.parent
        }
        let result: AvailabilityState =
            reasons.isEmpty ? .available : reasons.allSatisfy(\.isUndetermined) ? .undetermined : .unavailable
        return Availability(state: result, reasons: reasons)
    }
}
