import Firesteel
import FiresteelTimeline

/// Counts events in constant memory.
struct BehaviourCounts {
    /// The figures of each action, at its number.
    private(set) var actions: [ActionFigures] = []
    /// The number of completed performs of actions beyond the limit, or without a name.
    private(set) var uncounted = 0
    private var numbers: [ActionPath: UInt16] = [:]
    private var everyone = TransitionTable(limit: BehaviourLimits.pairs)
    private var people = EvictingDictionary<String?, TransitionTable>(limit: BehaviourLimits.people)
    private var sessions = EvictingDictionary<SessionKey, SessionSteps>(limit: BehaviourLimits.sessions)

    /// A session of a run.
    private struct SessionKey: Hashable {
        let run: UInt32
        let session: UInt32
    }

    /// A run whose events are counted: its number, and the numbers of the actions that its names refer to.
    struct Source {
        let number: UInt32
        fileprivate var actions: [NameID: UInt16?] = [:]

        init(number: UInt32) { self.number = number }
    }

    /// Counts an event.
    ///
    /// The events of a run are added in order.
    ///
    /// - Parameter names: The names of the run, requested for each new action.
    mutating func add(_ event: TimelineEvent, of run: inout Source, names: () -> NameIndex) {
        switch event.kind {
        case .sessionOpened:
            sessions.update(SessionKey(run: run.number, session: event.session), default: SessionSteps()) {
                $0.person = .some(event.principal)
            }
        case .begin where event.isStep:
            guard let action = number(of: event.subject, in: &run, names) else { return }
            follow(action, in: SessionKey(run: run.number, session: event.session))
        case .completion:
            guard let outcome = event.outcome, let action = number(of: event.subject, in: &run, names) else {
                return uncounted += 1
            }
            actions[Int(action)].add(outcome, event.time >= event.began ? event.time - event.began : 0)
        default: break
        }
    }

    /// Counts a perform that was in flight when its run ended.
    mutating func interrupt(_ begin: TimelineEvent, of run: inout Source, names: () -> NameIndex) {
        guard let action = number(of: begin.subject, in: &run, names) else { return uncounted += 1 }
        actions[Int(action)].interruptions += 1
    }

    private mutating func follow(_ action: UInt16, in session: SessionKey) {
        let (last, person) = sessions.update(session, default: SessionSteps()) { steps in
            defer { steps.append(action) }
            return (steps.steps.last, steps.person)
        }
        guard let last else { return }
        everyone.add(action, after: last)
        guard let person else { return }
        people.update(person, default: TransitionTable(limit: BehaviourLimits.pairsOfPerson)) {
            $0.add(action, after: last)
        }
    }

    private mutating func number(of name: NameID, in run: inout Source, _ names: () -> NameIndex) -> UInt16? {
        if let known = run.actions[name] { return known }
        let found = names().action(name).flatMap { add($0) }
        run.actions[name] = .some(found)
        return found
    }

    private mutating func add(_ name: ActionName) -> UInt16? {
        guard let feature = name.feature else { return nil }
        let path = ActionPath(feature: FeaturePath(feature.path), action: name.identifier)
        if let known = numbers[path] { return known }
        guard actions.count < BehaviourLimits.actions, path.text.utf8.count <= BehaviourLimits.path else { return nil }
        let number = UInt16(actions.count)
        numbers[path] = number
        actions.append(ActionFigures(path))
        return number
    }
}

// MARK: - Questions

extension BehaviourCounts {
    /// The number of sessions in which a user started an action.
    var sessionCount: Int { sessions.all.values.count { !$0.steps.isEmpty } }

    /// Returns the last action that a user started in a session.
    func lastAction(in session: UInt32, of run: Source) -> ActionPath? {
        sessions[SessionKey(run: run.number, session: session)]?.steps.last.map { actions[Int($0)].action }
    }

    /// Returns the actions that followed an action, the most certain ones first.
    func next(after action: ActionPath, of scope: Behaviour.People) -> [NextAction] {
        let table: TransitionTable? =
            switch scope {
            case .everyone: everyone
            case .person(let principal): people[principal.map { Timeline.recorded(principal: $0.identifier) }]
            }
        guard let number = numbers[action], let row = table?.next(after: number) else { return [] }
        let observations = row.values.reduce(0, +)
        return row.map { NextAction(actions[Int($0.key)].action, count: $0.value, of: observations) }
            .sorted { (-$0.confidence, $0.action) < (-$1.confidence, $1.action) }
    }

    /// Returns the number of sessions that reached each step.
    func funnel(_ steps: [ActionPath]) -> [Int] {
        var reached = [Int](repeating: 0, count: steps.count)
        // A step without a number was never performed.
        let known = steps.prefix { numbers[$0] != nil }.compactMap { numbers[$0] }
        for session in sessions.all.values {
            for step in 0..<session.reached(known) { reached[step] += 1 }
        }
        return reached
    }
}

extension TimelineEvent {
    /// Whether a begin is a step of a person: started by the user, and not by another action, an agent or a replay.
    fileprivate var isStep: Bool { depth == 0 && isUserInitiated && source != .agent && source != .replay }
}
