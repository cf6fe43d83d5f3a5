import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// A change as a request proposes it.
struct ProposalDraft: Decodable, Sendable {
    let program, id: String
    let edits: [Edit]
    let reason: String?
    let due: RequestTime?

    func proposal(_ call: ServerCall) throws(HTTPProblem) -> Proposal {
        try call.proposal(id, edits, reason, of: program, due: due?.milliseconds)
    }

    func describe(to summary: inout InputSummary) {
        summary.add("Items", edits.map(\.item.name).prefix(5).joined(separator: ", "))
        if edits.count > 5 { summary.add("Edits", edits.count) }
    }
}

/// Changes flags and segments, or requests the change where another person has to approve it.
struct ProposeChange: ServerOperation, Decodable {
    static let description = "Change flags and segments"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/changes", "proposeChange",
        "Changes flags and segments, or requests the change where it needs an approval",
        request: Schema.named("Proposal"), response: "ProposalResult", bodyLimit: 8 << 20)
    let draft: ProposalDraft

    init(from decoder: any Decoder) throws { draft = try ProposalDraft(from: decoder) }

    func describe(to summary: inout InputSummary) { draft.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let result = try await call.propose(draft.proposal(call), of: draft.program)
        return try await result.json(naming: call.segmentNames(of: draft.program))
    }
}

/// Returns what a proposed change would do.
struct PreviewChange: ServerOperation, Decodable {
    static let description = "Preview a change"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/changes/preview", "previewChange",
        "Returns what a change would do, and writes nothing", request: Schema.named("Proposal"), response: "Preview",
        bodyLimit: 8 << 20)
    let draft: ProposalDraft

    init(from decoder: any Decoder) throws { draft = try ProposalDraft(from: decoder) }

    func describe(to summary: inout InputSummary) { draft.describe(to: &summary) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let preview = try await call.server.changes.preview(draft.proposal(call), of: draft.program)
        return try await preview.json(naming: call.segmentNames(of: draft.program))
    }
}

/// A change in an operation's path.
struct ChangeInput: Decodable, Sendable {
    private enum CodingKeys: CodingKey { case program, number }

    let program: String
    let number: Int64

    init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        program = try values.decode(String.self, forKey: .program)
        let text = try values.decode(String.self, forKey: .number)
        guard let number = Int64(text), number > 0 else {
            throw HTTPProblem.notFound("There is no change “\(text.prefix(50))”.")
        }
        self.number = number
    }
}

/// Returns one change.
struct ShowChange: ServerOperation, Decodable {
    static let description = "Show a change"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/changes/{number}", "getChange", "Returns a change", response: "Change")
    let input: ChangeInput

    init(from decoder: any Decoder) throws { input = try ChangeInput(from: decoder) }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let (program, number, directory) = (input.program, input.number, call.server.reversals)
        let entry = try await call.server.database.read { database -> ListedChange? in
            let table = ChangeTable(database, program: program)
            guard let change = try table.change(number) else { return nil }
            let reversal = try directory.reversals(of: program, table)[number]
            return ListedChange(change: change, isShortened: false, reversal: reversal)
        }
        guard let entry else { throw HTTPProblem.notFound("There is no change \(number).") }
        return try await entry.json(naming: call.segmentNames(of: program))
    }
}

/// Restores the values before a change, as a new change.
struct RevertChange: ServerOperation, Decodable {
    static let description = "Revert a change"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/changes/{number}/reversal", "revertChange",
        "Restores the values before a change, as a new change", body: ["reason": Schema.optional(Schema.text)],
        response: "Reversal")
    let input: ChangeInput
    let draft: Draft

    /// The members of the body.
    struct Draft: Decodable, Sendable {
        let id: String
        let reason: String?
        /// Whether the earlier values are restored also where later changes set others.
        let overridesLater: Bool?
        let preview: Bool?
    }

    init(from decoder: any Decoder) throws {
        draft = try Draft(from: decoder)
        input = try ChangeInput(from: decoder)
    }

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let (program, number) = (input.program, input.number)
        let (overridesLater, isPreview) = (draft.overridesLater ?? false, draft.preview ?? false)
        let fingerprint = ProposalFingerprint(["reversal", "\(number)", "\(overridesLater)"])
        if !isPreview, let earlier = try await call.server.changes.earlierResult(of: draft.id, fingerprint, in: program)
        {
            return try await json(nil, [], earlier, call)
        }
        guard let state = try await call.server.changes.state(of: program),
            let change = try await call.server.database.read({ try ChangeTable($0, program: program).change(number) })
        else { throw HTTPProblem.notFound("There is no change \(number).") }
        let reversal = Reversal(of: change, in: state, overridesLater: overridesLater)
        guard !reversal.edits.isEmpty else {
            throw HTTPProblem(
                status: .conflict, code: "nothing-to-revert",
                message: change.body.differences.isEmpty
                    ? "It changed no flags or segments, so there is nothing to revert."
                    : "Later changes set all its values. Nothing is left to revert.",
                details: ["later": .array(reversal.later.map(\.json))])
        }
        let proposal = try call.proposal(
            draft.id, reversal.edits, draft.reason, of: program, kind: .reversal, reverts: number,
            fingerprint: fingerprint)
        let preview = try await call.server.changes.preview(proposal, of: program)
        let result = try await isPreview ? nil : call.propose(proposal, of: program)
        return try await json(preview, reversal.later, result, call)
    }

    /// Returns what the reversal does, the fields that later changes set as well, and its result.
    private func json(
        _ preview: ProposalPreview?, _ later: [EditConflict], _ result: ProposalResult?, _ call: ServerCall
    ) async throws -> JSONValue {
        let segments = try await call.segmentNames(of: input.program)
        return [
            "preview": preview?.json(naming: segments) ?? .null, "later": .array(later.map(\.json)),
            "result": result?.json(naming: segments) ?? .null,
        ]
    }
}
