import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// A change of an experiment, as a request proposes it.
struct ExperimentDraft: Decodable, Sendable {
    static let path = "\(ListExperiments.endpoint.path)/{experiment}"
    /// The schemas of members that every operation has.
    static let body: [String: JSONValue] = ["reason": Schema.optional(Schema.text)]
    let program, environment, experiment, id: String
    let reason: String?
    let due: RequestTime?

    /// Proposes the change, once for each identifier.
    ///
    /// - Parameters:
    ///   - words: The operation, which distinguishes it from another one with the same identifier.
    ///   - states: The states in which the operation is possible.
    ///   - call: The call.
    ///   - edits: Returns the edits.
    func propose(
        _ words: [String], in states: Set<FlagExperiment.State>, _ call: ServerCall,
        edits: (ItemKey, Item, ProgramState) throws -> [Edit]
    ) async throws -> JSONValue {
        try call.rights(in: program, including: environment)
        let time = due.map { ["\($0.milliseconds)"] } ?? []
        let fingerprint = ProposalFingerprint(["experiment", environment, experiment] + words + time)
        if let earlier = try await call.server.changes.earlierResult(of: id, fingerprint, in: program) {
            return try await earlier.json(naming: call.segmentNames(of: program))
        }
        let state = try await call.state(of: program)
        let key = ItemKey(.experiment, experiment, environment: environment)
        guard let item = state.items[key] else { throw HTTPProblem.notFound("There is no \(key).") }
        let word = item.value.members["state"]?.stringValue ?? ""
        guard let current = FlagExperiment.State(rawValue: word), states.contains(current) else {
            throw HTTPProblem(
                status: .conflict, code: "experiment-state",
                message: "The state of the \(key) is \(word), so this isn’t possible. Nothing was changed.")
        }
        let proposal = try call.proposal(
            id, edits(key, item, state), reason, of: program, due: due?.milliseconds, fingerprint: fingerprint)
        return try await call.propose(proposal, of: program).json(naming: call.segmentNames(of: program))
    }
}

/// Starts an experiment or a holdout.
struct StartExperiment: ServerOperation, Decodable {
    static let description = "Start an experiment"
    static let endpoint = OperationEndpoint(
        .post, "\(ExperimentDraft.path)/start", "startExperiment",
        "Starts an experiment, which gets free slots of its layer, or a holdout", body: ExperimentDraft.body,
        response: "ProposalResult")
    let draft: ExperimentDraft

    init(from decoder: any Decoder) throws { draft = try ExperimentDraft(from: decoder) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await draft.propose(["start"], in: [.draft], call) { key, item, _ in
            [Edit(key, base: item.change, .set(["state": "running"]))]
        }
    }
}

/// Changes the share of a layer that takes part.
struct SetExperimentShare: ServerOperation, Decodable {
    static let description = "Set the share of an experiment"
    static let endpoint = OperationEndpoint(
        .post, "\(ExperimentDraft.path)/share", "setExperimentShare",
        "Changes the share of people who take part; a larger one moves no one who takes part already",
        body: ExperimentDraft.body.merging(["share": ["type": "integer", "minimum": 1, "maximum": 100]]) { $1 },
        response: "ProposalResult")
    let draft: ExperimentDraft
    let share: Int

    private enum CodingKeys: CodingKey { case share }

    init(from decoder: any Decoder) throws {
        draft = try ExperimentDraft(from: decoder)
        share = try decoder.container(keyedBy: CodingKeys.self).decode(Int.self, forKey: .share)
    }

    func describe(to summary: inout InputSummary) { summary.add("Share", share) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await draft.propose(["share", "\(share)"], in: [.draft, .running], call) { key, item, _ in
            [Edit(key, base: item.change, .set(["share": .int(share)]))]
        }
    }
}

/// Leaves sessions out of the figures of a phase, such as those with invented exposures.
struct ExcludeFromExperiment: ServerOperation, Decodable {
    static let description = "Leave sessions out of an experiment"
    static let endpoint = OperationEndpoint(
        .post, "\(ExperimentDraft.path)/exclude", "excludeFromExperiment",
        "Leaves sessions of a version or a time out of the figures of a phase, by default the last one, which is then counted again",
        body: ExperimentDraft.body.merging([
            "phase": Schema.optional(["type": "integer", "minimum": 1, "maximum": 1_000_000]),
            "version": Schema.optional(Schema.string), "from": Schema.optional(Schema.integer),
            "until": Schema.optional(Schema.integer),
        ]) { $1 },
        response: "ProposalResult")
    let draft: ExperimentDraft
    let phase: Int?
    let version: String?
    let from, until: RequestTime?

    private enum CodingKeys: CodingKey { case phase, version, from, until }

    init(from decoder: any Decoder) throws {
        draft = try ExperimentDraft(from: decoder)
        let container = try decoder.container(keyedBy: CodingKeys.self)
        phase = try container.decodeIfPresent(Int.self, forKey: .phase)
        version = try container.decodeIfPresent(String.self, forKey: .version)
        from = try container.decodeIfPresent(RequestTime.self, forKey: .from)
        until = try container.decodeIfPresent(RequestTime.self, forKey: .until)
    }

    func describe(to summary: inout InputSummary) {
        if let version { summary.add("Version", version) }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let period = [from, until].map { $0.map { "\($0.milliseconds)" } ?? "" }
        let words = ["exclude", phase.map { "\($0)" } ?? "", version ?? ""] + period
        let phases = try await call.server.database.read { database in
            try ItemTable(database, program: draft.program).experimentPeriods(in: draft.environment)[draft.experiment]
        }
        return try await draft.propose(words, in: [.running, .ended], call) { key, item, _ in
            guard !FlagHoldout.isHoldout(item.value) else {
                throw HTTPProblem.notFound("The \(key) is a holdout, which has no figures.")
            }
            let last = item.value.members["phase"]?.intValue ?? 1
            guard phase ?? last <= last else {
                throw HTTPProblem.notFound("The \(key) has no phase \(phase ?? last) yet.")
            }
            let period = phases?.last { $0.number == phase ?? last }
            guard period?.isStored(at: draft.due?.milliseconds ?? call.now) ?? true else {
                throw HTTPProblem(
                    status: .conflict, code: "experiment-phase",
                    message: "Phase \(phase ?? last) of the \(key) ended 31 days before or earlier. "
                        + "Its people are no longer stored, so they can’t be counted again. Nothing was changed.")
            }
            let exclusion = ExperimentExclusion(
                phase: phase ?? last, version: version,
                from: (from?.milliseconds).map(Int.init), until: (until?.milliseconds).map(Int.init))
            let known = item.value.members["excluded"]?.arrayValue ?? []
            return [Edit(key, base: item.change, .set(["excluded": .array(known + [exclusion.json])]))]
        }
    }
}

/// Ends an experiment or a holdout; with an arm, everyone gets it by the same change.
struct EndExperiment: ServerOperation, Decodable {
    static let description = "End an experiment"
    static let endpoint = OperationEndpoint(
        .post, "\(ExperimentDraft.path)/end", "endExperiment",
        "Ends an experiment or a holdout; with an arm, everyone gets it by the same change",
        body: ExperimentDraft.body.merging(["arm": Schema.optional(Schema.string)]) { $1 }, response: "ProposalResult")
    let draft: ExperimentDraft
    let arm: String?

    private enum CodingKeys: CodingKey { case arm }

    init(from decoder: any Decoder) throws {
        draft = try ExperimentDraft(from: decoder)
        arm = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .arm)
    }

    func describe(to summary: inout InputSummary) {
        if let arm { summary.add("Arm", arm) }
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        try await draft.propose(["end"] + (arm.map { [$0] } ?? []), in: [.running], call) { key, item, state in
            var fields: [String: JSONValue?] = ["state": "ended"]
            if !FlagHoldout.isHoldout(item.value) {
                fields["decision"] = ["arm": arm.map { JSONValue.string($0) } ?? .null]
            }
            let end = Edit(key, base: item.change, .set(fields))
            return try [end] + (arm.map { [try Self.shipping($0, item, state, key.environment)] } ?? [])
        }
    }

    /// Returns the edit of the flag's targeting by which everyone gets an arm.
    private static func shipping(
        _ arm: String, _ experiment: Item, _ state: ProgramState, _ environment: String
    ) throws -> Edit {
        let key = ItemKey(.targeting, experiment.value.members["flag"]?.stringValue ?? "", environment: environment)
        guard let targeting = state.items[key] else { throw HTTPProblem.notFound("There is no \(key).") }
        var fields: [String: JSONValue?] = ["isOn": true, "otherwise": ["variant": .string(arm)]]
        for member in ["rules", "logic", "plan"] where targeting.value.members[member] != nil {
            fields.updateValue(nil, forKey: member)
        }
        return Edit(key, base: targeting.change, .set(fields))
    }
}
