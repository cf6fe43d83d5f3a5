import Firesteel
import FiresteelStore

/// Everything people and scripts can do with the server.
enum ServerFeatures: FeatureGroup {
    static let description = "Flags for running programs, with every change accounted for"
    static let subfeatures = features(
        FlagReading.self, FlagEditing.self, Approving.self, Administration.self, InsightReading.self,
        InsightTriage.self, InsightExport.self, InsightErasure.self, Webhooks.self, Installation.self, SigningIn.self)

    /// Returns the endpoints of all operations.
    static func endpoints(_ caller: OperationCaller) -> [Endpoint] {
        let features: [any OperationFeature.Type] = [
            FlagReading.self, FlagEditing.self, Approving.self, Administration.self, InsightReading.self,
            InsightTriage.self, InsightExport.self, InsightErasure.self, Webhooks.self, Installation.self,
            SigningIn.self,
        ]
        return features.flatMap { feature in feature.operations.endpoints.map { $0(caller) } }
    }
}

/// Signing in and out.
enum SigningIn: OperationFeature {
    static let description = "Sign in and out"
    static let right = Right.everyone
    static let operations = declareOperations(
        SignInWithPassword.self, CreateFirstAccount.self, AcceptInvitation.self, ConfirmPassword.self, SignOut.self,
        ChangePassword.self, ListSessions.self, EndSession.self, StartOpenID.self, FinishOpenID.self,
        ShowSecondFactor.self, BeginSecondFactor.self, EnableSecondFactor.self, DisableSecondFactor.self,
        RenewRecoveryCodes.self, ResetPassword.self)
}

/// Settings, people and tokens of a program.
enum Administration: OperationFeature {
    static let description = "Manage environments, people and tokens of a program"
    static let right = Right.role(.admin)
    static let operations = declareOperations(
        ListTokens.self, CreateToken.self, RevokeToken.self, ListPeople.self, SetRole.self, InvitePerson.self,
        ListInvitations.self, RevokeInvitation.self, ReadAccessLog.self, AddEnvironment.self, UpdateEnvironment.self,
        RemoveEnvironment.self, RenameProgram.self)
}

/// Programs of the server.
enum Installation: OperationFeature {
    static let description = "Create programs, manage accounts, set the retention, and read the access log of all"
    static let right = Right.administrator
    static let operations = declareOperations(
        CreateProgram.self, ReadWholeAccessLog.self, ListAccounts.self, SetAccountState.self, EndAccountSessions.self,
        RemoveSecondFactor.self, CreatePasswordReset.self, ShowAccessRules.self, SetAccessRules.self,
        SetRetention.self, RemoveDamagedAccount.self)
}
