import FiresteelFlags
import FiresteelTimeline
import Synchronization

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
