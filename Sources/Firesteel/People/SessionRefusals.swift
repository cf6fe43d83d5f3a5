import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// The recorded refusals of requests in a session, once for each feature and its reasons.
final class SessionRefusals: Sendable {
    private struct State {
        /// The version of the availability at the last refusal, by feature.
        var latest: [UInt32: UInt64] = [:]
        var recorded = EvictingDictionary<Refusal, Void>(limit: 256)
    }

    private struct Refusal: Hashable {
        let feature: UInt32
        let reasons: [String]
    }

    private let state = Mutex(State())

    /// Returns whether a feature's refusal at a version is already recorded.
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

    /// Removes all refusals, after the timeline was erased.
    func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension Dispatcher {
    /// Records the refusal of a request, if its reasons are new in the session.
    ///
    /// - Parameter session: The session of the request; `nil` for the one in effect, else the runtime's main one.
    @inline(never)
    func recordRefusal(of reference: BindingReference, in session: ActionSession?) {
        guard let timeline, let feature = features[reference.feature] else { return }
        let frame = PerformFrame.innermost.flatMap { $0.session.dispatcher === self ? $0 : nil }
        let asking = session ?? frame?.session
        let version =
            asking?.context.map { $0.version(self) } ?? fixedVersion.load(ordering: .acquiring) &+ flags.generation
        // Views repeat refused requests.
        let latest = UInt64(asking?.identifier ?? 1) << 40 ^ version
        guard feature.refused.load(ordering: .relaxed) != latest, let runtime else { return }
        feature.refused.store(latest, ordering: .relaxed)
        // Requests by constraints aren't requests by a user.
        if RunningChecks.exist, runtime.availabilityTable.isChecking { return }
        let session = asking ?? runtime.main
        let refusals = session.record.refusals
        guard !refusals.contains(feature.index, at: version) else { return }
        let availability = runtime.availabilityTable.availability(of: feature, in: session)
        // It has become available meanwhile.
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
