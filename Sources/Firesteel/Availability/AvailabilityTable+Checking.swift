import FiresteelFlags
import Synchronization

/// Whether conditions are being checked anywhere in the process, so that reading availability costs a load where none are.
enum RunningChecks {
    static let count = Atomic<Int>(0)

    @inline(__always)
    static var areThere: Bool { count.load(ordering: .relaxed) != 0 }
}

extension AvailabilityTable {
    /// So often may conditions of one feature be checked again for one change: what depends on itself has no end.
    private static var limit: Int { 32 }

    /// So many checks of conditions may follow from each other by way of flags that they change.
    private static var longestChain: Int { 128 }

    /// A feature's conditions, to be checked without the lock.
    private struct Job {
        let position: Int
        let feature: RegisteredFeature
        let count: UInt64
        let toggle: Bool?
        let enabled: Bool?
    }

    private struct Answer {
        let job: Job
        let statuses: [ConstraintStatus?]
    }

    /// Checks the conditions of features, and works out what comes of it for them and for all that depends on them.
    ///
    /// Features that are given together change together.
    ///
    /// - Parameter added: Features that are new, of which the timeline is told differently.
    func settle(_ first: [Int], added: Range<Int>? = nil) {
        guard !first.isEmpty, let main = dispatcher.runtime?.main else { return }
        var batch = first
        var rounds: [Int: Int] = [:]
        var isFirst = true
        while !batch.isEmpty {
            let jobs = state.withLock { state in batch.compactMap { Self.job($0, state) } }
            var changed: [Int] = []
            let answers = jobs.map { job in
                check(job, in: main, &changed)
            }
            let (next, stuck) = state.withLock { state in
                take(answers, changed, added: isFirst ? added : nil, &rounds, &state)
            }
            isFirst = false
            for feature in stuck { reportStuck(feature) }
            batch = next
        }
    }

    /// Whether conditions brought about what is being told here, each after the other without end.
    ///
    /// - Parameter positions: The features that would have to be checked.
    func isEndless(_ positions: [Int]) -> Bool {
        guard FlagChangeCauses.count > Self.longestChain else { return false }
        for feature in state.withLock({ state in positions.map { state.graph.nodes[$0].feature } }) {
            reportStuck(feature)
        }
        return true
    }

    private func reportStuck(_ feature: RegisteredFeature) {
        dispatcher.report(
            .constraints(
                "Conditions of \(feature.path) change what they depend on themselves, without end. "
                    + "They were stopped: let them look at what doesn't depend on them."))
    }

    /// Features that are checked already as they are asked to be have no job.
    private static func job(_ position: Int, _ state: borrowing State) -> Job? {
        let node = state.graph.nodes[position]
        guard node.asked > node.answered else { return nil }
        return Job(
            position: position, feature: node.feature, count: node.asked, toggle: state.toggles[node.feature.path],
            enabled: state.enabled[node.feature.path])
    }

    /// Checks the conditions of a feature, with its runtime in effect and no lock held.
    private func check(_ job: Job, in main: ActionSession, _ changed: inout [Int]) -> Answer {
        let constraints = job.feature.constraints
        guard !constraints.isEmpty else { return Answer(job: job, statuses: []) }
        let thread = ThreadIdentity.current
        state.withLock { $0.checks[thread] = RunningCheck(position: job.position) }
        RunningChecks.count.wrappingAdd(1, ordering: .relaxed)
        let statuses = PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main)) {
            FlagChangeCauses.$count.withValue(FlagChangeCauses.count + 1) {
                constraints.map { constraint in
                    constraint is any RelationConstraint ? nil : constraint.check(subject(of: job, for: constraint))
                }
            }
        }
        RunningChecks.count.wrappingSubtract(1, ordering: .relaxed)
        changed += state.withLock { $0.checks.removeValue(forKey: thread)?.changed ?? [] }
        if constraints.contains(where: { $0 is Purchase }) { reportPurchaseFaults() }
        return Answer(job: job, statuses: statuses)
    }

    private func subject(of job: Job, for constraint: any Constraint) -> ConstraintSubject {
        var statuses: [Requirement: RequirementStatus] = [:]
        var reasons: [Requirement: String] = [:]
        for requirement in constraint.requirements {
            guard let source = sources[requirement.source] else {
                dispatcher.report(
                    .constraints(
                        "\(job.feature.path) needs “\(requirement.name)” from “\(requirement.source)”, and the runtime "
                            + "has no such source. Add it to RuntimeConfiguration.sources."))
                continue
            }
            statuses[requirement] = source.status(of: requirement.name)
            reasons[requirement] = source.reason(of: requirement.name)
        }
        return ConstraintSubject(
            feature: job.feature.path, toggle: job.toggle, enabled: job.enabled, platform: platform,
            statuses: statuses, reasons: reasons, flags: constraint is Flagged ? dispatcher.flags : nil,
            purchases: constraint is Purchase ? purchases : nil, related: [])
    }

    /// Takes what conditions came to.
    ///
    /// - Returns: What has to be checked next, and what would have to be checked too often.
    private func take(
        _ answers: [Answer], _ changed: [Int], added: Range<Int>?, _ rounds: inout [Int: Int], _ state: inout State
    ) -> (next: [Int], stuck: [RegisteredFeature]) {
        var news: [Int] = []
        for answer in answers
        where state.graph.answer(answer.job.position, count: answer.job.count, answer.statuses) {
            news.append(answer.job.position)
        }
        let settled = state.graph.settle(news)
        if !news.isEmpty { notify(settled, added: added, state.graph) }
        var due = Set(changed)
        for change in settled {
            for reader in state.graph.nodes[change.position].readers {
                state.graph.ask(reader)
                due.insert(reader)
            }
        }
        var next: [Int] = []
        var stuck: [RegisteredFeature] = []
        for position in due.sorted() {
            rounds[position, default: 0] += 1
            if rounds[position, default: 0] <= Self.limit {
                next.append(position)
            } else {
                stuck.append(state.graph.nodes[position].feature)
            }
        }
        return (next, stuck)
    }
}
