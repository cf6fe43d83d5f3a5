import Firesteel
import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStore

/// Reading flags, changes and connections of a program.
enum FlagReading: OperationFeature {
    static let description = "Read flags, experiments, changes and connections of a program"
    static let right = Right.role(.viewer)
    static let operations = declareOperations(
        ListItems.self, FindFlags.self, ShowFlag.self, ShowFlagDefinition.self, TryFlag.self, ListChanges.self,
        ShowChange.self,
        ListRequests.self, ShowRequest.self, ListConnections.self, FollowProgram.self, PreviewChange.self,
        ExportFlags.self, ListPlans.self, ShowPlanGuard.self, CompareContexts.self, ShowCatalogue.self,
        FindCleanup.self, ListExperiments.self)
}

/// Changing flags and segments of a program.
enum FlagEditing: OperationFeature {
    static let description = "Change flags, segments and experiments of a program"
    static let right = Right.role(.editor)
    static let operations = declareOperations(
        ProposeChange.self, RevertChange.self, ImportFlags.self, WithdrawRequest.self, RescheduleRequest.self,
        ControlPlan.self, StartExperiment.self, EndExperiment.self, SetExperimentShare.self,
        ExcludeFromExperiment.self)
}

/// Deciding about the changes of others.
enum Approving: OperationFeature {
    static let description = "Approve, decline and review changes of protected environments"
    static let right = Right.role(.approver)
    static let operations = declareOperations(ApproveRequest.self, DeclineRequest.self)
}

extension ServerCall {
    /// Returns a program with its items.
    func state(of program: String) async throws -> ProgramState {
        guard let state = try await server.changes.state(of: program) else {
            throw HTTPProblem.notFound("There is no program “\(program)”.")
        }
        return state
    }

    /// Returns the names of a program's segments, for texts.
    func segmentNames(of program: String) async throws -> [String: FlagSegment] {
        try await server.changes.state(of: program)?.segmentNames ?? [:]
    }

    /// Returns the rights in a program with which changes are made and decided about.
    func changeRights(in program: String) -> Membership {
        caller.membership(in: program) ?? Membership(role: .viewer, environments: [])
    }

    /// Returns a change that the caller proposes.
    func proposal(
        _ id: String, _ edits: [Edit], _ reason: String?, of program: String, kind: Change.Kind = .edit,
        due: Int64? = nil, reverts: Int64? = nil, fingerprint: ProposalFingerprint? = nil
    ) throws(HTTPProblem) -> Proposal {
        try Proposal(
            id: id, edits: edits, reason: reason ?? "", author: author(), rights: changeRights(in: program), kind: kind,
            due: due, perform: perform, reverts: reverts, fingerprint: fingerprint)
    }

    /// Applies, requests or schedules a change.
    func propose(_ proposal: Proposal, of program: String) async throws -> ProposalResult {
        try await server.changes.propose(proposal, of: program, now: now, confirming: confirmProtected)
    }

    /// Throws if a person changes a protected environment and has not entered the password lately.
    @Sendable func confirmProtected(_ preview: ProposalPreview) throws {
        if preview.isProtected { try requireConfirmation("change a protected environment") }
    }
}
