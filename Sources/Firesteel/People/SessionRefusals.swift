import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// The refused requests of a session that were recorded, each once for a feature and its reasons.
final class SessionRefusals: Sendable {
    private struct State {
        /// What was refused last, by feature: the version of the answers it was refused at.
        var latest: [UInt32: UInt64] = [:]
        var recorded = EvictingDictionary<Refusal, Void>(limit: 256)
    }

    private struct Refusal: Hashable {
        let feature: UInt32
        let reasons: [String]
    }

    private let state = Mutex(State())

    /// Whether a feature was refused before at a version, so that nothing new can be recorded of it.
    func contains(_ feature: UInt32, at version: UInt64) -> Bool {
        state.withLock { $0.latest[feature] == version }
    }

    /// Adds a refusal, and returns whether these reasons are new to the session.
    func add(_ feature: UInt32, _ reasons: [String], at version: UInt64) -> Bool {
        state.withLock { state in
            state.latest[feature] = version
            let refusal = Refusal(feature: feature, reasons: reasons)
            guard state.recorded[refusal] == nil else { return false }
            state.recorded[refusal] = ()
            return true
        }
    }

    /// Forgets all of them, after the timeline was erased.
    func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension Dispatcher {
    /// Records that a request was refused, if these reasons are new to its session.
    ///
    /// - Parameter session: The session that asks; `nil` for the one in effect, else the runtime's main one.
    @inline(never)
    func recordRefusal(of reference: BindingReference, in session: ActionSession?) {
        guard let timeline, let feature = features[reference.feature] else { return }
        let frame = PerformFrame.innermost.flatMap { $0.session.dispatcher === self ? $0 : nil }
        let asking = session ?? frame?.session
        let version =
            asking?.context.map { $0.version(self) } ?? fixedVersion.load(ordering: .acquiring) &+ flags.generation
        // Views request again and again what they don't get.
        let latest = UInt64(asking?.identifier ?? 1) << 40 ^ version
        guard feature.refused.load(ordering: .relaxed) != latest, let runtime else { return }
        feature.refused.store(latest, ordering: .relaxed)
        // What a constraint requests, no person requested.
        if RunningChecks.areThere, runtime.availabilityTable.isChecking { return }
        let session = asking ?? runtime.main
        let refusals = session.record.refusals
        guard !refusals.contains(feature.index, at: version) else { return }
        let availability = runtime.availabilityTable.availability(of: feature, in: session)
        // It became available since; nothing refuses it now.
        guard !availability.isAvailable else { return }
        let reasons = availability.reasons.map(\.text)
        guard refusals.add(feature.index, reasons, at: version) else { return }
        var fields = ChangeFields(time: timeline.now)
        fields.session = session.identifier
        fields.sessionName = session.record.timelineName
        if let frame, frame.session === session { fields.place(frame) }
        fields.subject = feature.timelineName
        timeline.requestRefused(reasons: reasons, fields)
    }
}
