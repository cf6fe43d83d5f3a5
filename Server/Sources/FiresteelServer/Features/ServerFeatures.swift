import Firesteel
import FiresteelStore

/// Everything people and scripts can do with the server.
enum ServerFeatures: FeatureGroup {
    static let description = "Flags for running programs, with every change accounted for"
    static let subfeatures = features(
        FlagReading.self, FlagEditing.self, Approving.self, Administration.self, InsightReading.self,
        InsightTriage.self, InsightErasure.self, Webhooks.self, Installation.self, SigningIn.self)
}

/// Reading flags, changes and connections of a program.
enum FlagReading: ConditionalFeature {
    static let description = "Read flags, changes and connections of a program"
    static var constraints: Constraints { Right(.viewer) }
    static let list = action(ListItems.self)
    static let tryFlag = action(TryFlag.self)
    static let listChanges = action(ListChanges.self)
    static let showChange = action(ShowChange.self)
    static let listRequests = action(ListRequests.self)
    static let showRequest = action(ShowRequest.self)
    static let listConnections = action(ListConnections.self)
    static let follow = action(FollowProgram.self)
    static let previewChange = action(PreviewChange.self)
    static let exportFlags = action(ExportFlags.self)
    static let listPlans = action(ListPlans.self)
    static let showPlanGuard = action(ShowPlanGuard.self)
    static let compareContexts = action(CompareContexts.self)
    static let showCatalogue = action(ShowCatalogue.self)
    static let findCleanup = action(FindCleanup.self)
    static let actions = declare(
        list, tryFlag, listChanges, showChange, listRequests, showRequest, listConnections, follow,
        previewChange, exportFlags, listPlans, showPlanGuard, compareContexts, showCatalogue, findCleanup)
}

/// Changing flags and segments of a program.
enum FlagEditing: ConditionalFeature {
    static let description = "Change flags and segments of a program"
    static var constraints: Constraints { Right(.editor) }
    static let propose = action(ProposeChange.self)
    static let revert = action(RevertChange.self)
    static let importFlags = action(ImportFlags.self)
    static let withdraw = action(WithdrawRequest.self)
    static let reschedule = action(RescheduleRequest.self)
    static let controlPlan = action(ControlPlan.self)
    static let actions = declare(propose, revert, importFlags, withdraw, reschedule, controlPlan)
}

/// Deciding about the changes of others.
enum Approving: ConditionalFeature {
    static let description = "Approve, decline and review changes of protected environments"
    static var constraints: Constraints { Right(.approver) }
    static let approve = action(ApproveRequest.self)
    static let decline = action(DeclineRequest.self)
    static let actions = declare(approve, decline)
}

/// Settings, people and tokens of a program.
enum Administration: ConditionalFeature {
    static let description = "Manage environments, people and tokens of a program"
    static var constraints: Constraints { Right(.admin) }
    static let listTokens = action(ListTokens.self)
    static let createToken = action(CreateToken.self)
    static let revokeToken = action(RevokeToken.self)
    static let listPeople = action(ListPeople.self)
    static let setRole = action(SetRole.self)
    static let invite = action(InvitePerson.self)
    static let listInvitations = action(ListInvitations.self)
    static let revokeInvitation = action(RevokeInvitation.self)
    static let readAccessLog = action(ReadAccessLog.self)
    static let addEnvironment = action(AddEnvironment.self)
    static let updateEnvironment = action(UpdateEnvironment.self)
    static let removeEnvironment = action(RemoveEnvironment.self)
    static let renameProgram = action(RenameProgram.self)
    static let actions = declare(
        listTokens, createToken, revokeToken, listPeople, setRole, invite, listInvitations, revokeInvitation,
        readAccessLog, addEnvironment, updateEnvironment, removeEnvironment, renameProgram)
}

/// Reading what programs sent.
enum InsightReading: ConditionalFeature {
    static let description = "Read reports, failures and the use of a program"
    static var constraints: Constraints { Right(.viewer) }
    static let listGroups = action(ListGroups.self)
    static let showGroup = action(ShowGroup.self)
    static let listReports = action(ListReports.self)
    static let showReport = action(ShowReport.self)
    static let showHistory = action(ShowGroupHistory.self)
    static let showOverview = action(ShowOverview.self)
    static let showBehaviour = action(ShowBehaviour.self)
    static let showNextActions = action(ShowNextActions.self)
    static let showFunnel = action(ShowFunnel.self)
    static let showExposure = action(ShowExposure.self)
    static let showSuspects = action(ShowSuspects.self)
    static let showSwitchEffect = action(ShowSwitchEffect.self)
    static let showSwitchImpact = action(ShowSwitchImpact.self)
    static let showRetention = action(ShowRetention.self)
    static let actions = declare(
        listGroups, showGroup, listReports, showReport, showHistory, showOverview, showBehaviour, showNextActions,
        showFunnel, showExposure, showSuspects, showSwitchEffect, showSwitchImpact, showRetention)
}

/// Deciding about groups of reports.
enum InsightTriage: ConditionalFeature {
    static let description = "Resolve, ignore, assign, merge and split groups of reports"
    static var constraints: Constraints { Right(.editor) }
    static let changeGroup = action(ChangeGroup.self)
    static let actions = declare(changeGroup)
}

/// Erasing a person's data.
enum InsightErasure: ConditionalFeature {
    static let description = "Find and erase what is stored of a person"
    static var constraints: Constraints { Right(.admin) }
    static let find = action(FindPerson.self)
    static let erase = action(ErasePerson.self)
    static let actions = declare(find, erase)
}

/// Programs of the server.
enum Installation: ConditionalFeature {
    static let description = "Create programs, manage accounts, and read the access log of all"
    static var constraints: Constraints { AdministratorRight() }
    static let createProgram = action(CreateProgram.self)
    static let readWholeAccessLog = action(ReadWholeAccessLog.self)
    static let listAccounts = action(ListAccounts.self)
    static let setAccountState = action(SetAccountState.self)
    static let endAccountSessions = action(EndAccountSessions.self)
    static let removeSecondFactor = action(RemoveSecondFactor.self)
    static let createPasswordReset = action(CreatePasswordReset.self)
    static let showAccessRules = action(ShowAccessRules.self)
    static let setAccessRules = action(SetAccessRules.self)
    static let actions = declare(
        createProgram, readWholeAccessLog, listAccounts, setAccountState, endAccountSessions, removeSecondFactor,
        createPasswordReset, showAccessRules, setAccessRules)
}

/// Signing in and out.
enum SigningIn: Feature {
    static let description = "Sign in and out"
    static let signIn = action(SignInWithPassword.self)
    static let createFirstAccount = action(CreateFirstAccount.self)
    static let acceptInvitation = action(AcceptInvitation.self)
    static let confirm = action(ConfirmPassword.self)
    static let signOut = action(SignOut.self)
    static let changePassword = action(ChangePassword.self)
    static let listSessions = action(ListSessions.self)
    static let endSession = action(EndSession.self)
    static let startOpenID = action(StartOpenID.self)
    static let finishOpenID = action(FinishOpenID.self)
    static let showSecondFactor = action(ShowSecondFactor.self)
    static let beginSecondFactor = action(BeginSecondFactor.self)
    static let enableSecondFactor = action(EnableSecondFactor.self)
    static let disableSecondFactor = action(DisableSecondFactor.self)
    static let renewRecoveryCodes = action(RenewRecoveryCodes.self)
    static let resetPassword = action(ResetPassword.self)
    static let actions = declare(
        signIn, createFirstAccount, acceptInvitation, confirm, signOut, changePassword, listSessions, endSession,
        startOpenID, finishOpenID, showSecondFactor, beginSecondFactor, enableSecondFactor, disableSecondFactor,
        renewRecoveryCodes, resetPassword)
}
