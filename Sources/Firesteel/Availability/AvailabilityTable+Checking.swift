import FiresteelBase
import FiresteelFlags
import Synchronization

/// The number of constraint checks in progress in the process.
///
/// While it is 0, reading availability costs one extra load.
enum RunningChecks {
    static let count = Atomic<Int>(0)

    @inline(__always)
    static var exist: Bool { count.load(ordering: .relaxed) != 0 }
}

extension AvailabilityTable {
    /// The maximum number of checks of one feature's constraints for one change.
    ///
    /// Ends the loop of a constraint that depends on itself.
    private static var limit: Int { 32 }

    /// The maximum length of a chain of checks that cause each other through flag changes.
    private static var longestChain: Int { 128 }

    /// A feature whose constraints are to be checked without the lock.
    private struct Job {
        let position: Int
        let feature: RegisteredFeature
        let count: UInt64
        let toggle: Bool?
        let enabled: Bool?
    }

    private struct Answer {
        let job: Job
        var statuses: [ConstraintStatus?] = []
        /// Whether each constraint read anything that depends on the user.
        var isPersonal: [Bool] = []
        /// The features whose availability the constraints read.
        var reads: Set<Int> = []
    }

    /// Checks the constraints of features, and updates the availability of all affected features.
    ///
    /// Features that are passed together change together.
    ///
    /// - Parameter added: New features, which the timeline records differently.
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
                storeResults(answers, changed, added: isFirst ? added : nil, &rounds, &state)
            }
            changes.deliver()
            isFirst = false
            for feature in stuck { reportStuck(feature) }
            batch = next
        }
    }

    /// Returns whether a flag change is part of an endless chain of checks, and reports the features if so.
    ///
    /// - Parameter positions: The features that the change affects.
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
                "Constraints of \(feature.path) endlessly change their own dependencies, so their checks were stopped. "
                    + "Let them read only facts that they don't change."))
    }

    /// Returns the job of a feature, or `nil` if its stored results are up to date.
    private static func job(_ position: Int, _ state: borrowing State) -> Job? {
        let node = state.graph.nodes[position]
        guard node.changeCount > node.checkedCount else { return nil }
        return Job(
            position: position, feature: node.feature, count: node.changeCount,
            toggle: state.toggles[node.feature.path],
            enabled: state.enabled[node.feature.path])
    }

    /// Checks the constraints of a feature, with its runtime in effect and without any lock.
    private func check(_ job: Job, in main: ActionSession, _ changed: inout [Int]) -> Answer {
        let constraints = job.feature.constraints
        guard !constraints.isEmpty else { return Answer(job: job) }
        let contextReads = ContextReads()
        var answer = Answer(job: job)
        let thread = ThreadIdentity.current
        state.withLock { $0.checks[thread] = RunningCheck(position: job.position) }
        RunningChecks.count.wrappingAdd(1, ordering: .relaxed)
        PerformFrame.ambientLocal.withValue(PerformFrame(runtimeOf: main)) {
            FlagChangeCauses.$count.withValue(FlagChangeCauses.count + 1) {
                for (index, constraint) in constraints.enumerated() {
                    let isRelation = !constraint.relations.isEmpty
                    answer.statuses.append(
                        isRelation ? nil : constraint.check(subject(of: job, at: index, contextReads)))
                    answer.isPersonal.append(contextReads.consume())
                }
            }
        }
        RunningChecks.count.wrappingSubtract(1, ordering: .relaxed)
        for name in Set(constraints.flatMap(\.requirements).map(\.source)) {
            for fault in sources[name]?.faults ?? [] { dispatcher.report(.constraints(fault)) }
        }
        if let check = state.withLock({ $0.checks.removeValue(forKey: thread) }) {
            changed += check.changed
            answer.reads = check.reads
            // A flag was read in the context in effect. The constraint that read it is unknown, so all of them count.
            if check.readsContext { answer.isPersonal = answer.isPersonal.map { _ in true } }
        }
        return answer
    }

    /// Whether constraints are being checked on this thread.
    var isChecking: Bool { state.withLock { $0.checks[.current] != nil } }

    /// Records that a constraint checked on this thread read something that depends on the user.
    func recordContextRead() {
        state.withLock { $0.checks[.current]?.readsContext = true }
    }

    private func subject(of job: Job, at index: Int, _ reads: ContextReads) -> ConstraintSubject {
        let constraint = job.feature.constraints[index]
        for requirement in constraint.requirements {
            guard sources[requirement.source] == nil else { continue }
            dispatcher.report(
                .constraints(
                    "\(job.feature.path) requires “\(requirement.name)” from “\(requirement.source)”, and the runtime has "
                        + "no such source. Add it to RuntimeConfiguration.sources."))
        }
        return ConstraintSubject(
            feature: job.feature.path, toggle: .given(job.toggle), enabled: job.enabled, platform: platform,
            related: [], flags: dispatcher.flags, declaredFlags: job.feature.constraintFlags[index], context: nil,
            principal: nil, facts: .sources(sources, for: nil), exposes: false, reads: reads)
    }

    /// Stores the results of checks and notifies listeners.
    ///
    /// - Returns: The features to check next, and those that exceed the limit.
    private func storeResults(
        _ answers: [Answer], _ changed: [Int], added: Range<Int>?, _ rounds: inout [Int: Int], _ state: inout State
    ) -> (next: [Int], stuck: [RegisteredFeature]) {
        var news: [Int] = []
        for answer in answers
        where state.graph.store(
            answer.job.position, count: answer.job.count, answer.statuses, isPersonal: answer.isPersonal,
            reads: answer.reads)
        {
            news.append(answer.job.position)
        }
        let settled = state.graph.settle(news)
        if !news.isEmpty { dispatcher.invalidateAllAvailability() }
        if !news.isEmpty { notify(settled, added: added, state.graph) }
        var due = Set(changed)
        for change in settled {
            for reader in state.graph.nodes[change.position].readers {
                state.graph.invalidate(reader)
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
