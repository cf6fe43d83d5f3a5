import Firesteel
import FiresteelStore

/// Everything people and scripts can do with the server.
enum ServerFeatures: FeatureGroup {
    static let description = "Flags for running programs, with every change accounted for"
    static let subfeatures = features(
        FlagReading.self, FlagEditing.self, Approving.self, Administration.self, Installation.self, SigningIn.self)
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
    static let listConnections = action(ListConnections.self)
    static let follow = action(FollowProgram.self)
    static let previewChange = action(PreviewChange.self)
    static let exportFlags = action(ExportFlags.self)
    static let actions = declare(
        list, tryFlag, listChanges, showChange, listRequests, listConnections, follow, previewChange,
        exportFlags)
}

/// Changing flags and segments of a program.
enum FlagEditing: ConditionalFeature {
    static let description = "Change flags and segments of a program"
    static var constraints: Constraints { Right(.editor) }
    static let propose = action(ProposeChange.self)
    static let revert = action(RevertChange.self)
    static let importFlags = action(ImportFlags.self)
    static let withdraw = action(WithdrawRequest.self)
    static let actions = declare(propose, revert, importFlags, withdraw)
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
    static let addEnvironment = action(AddEnvironment.self)
    static let updateEnvironment = action(UpdateEnvironment.self)
    static let actions = declare(
        listTokens, createToken, revokeToken, listPeople, setRole, invite, addEnvironment, updateEnvironment)
}

/// Programs of the server.
enum Installation: ConditionalFeature {
    static let description = "Create programs"
    static var constraints: Constraints { AdministratorRight() }
    static let createProgram = action(CreateProgram.self)
    static let actions = declare(createProgram)
}

/// Signing in and out.
enum SigningIn: Feature {
    static let description = "Sign in and out"
    static let signIn = action(SignInWithPassword.self)
    static let createFirstAccount = action(CreateFirstAccount.self)
    static let acceptInvitation = action(AcceptInvitation.self)
    static let confirm = action(ConfirmPassword.self)
    static let signOut = action(SignOut.self)
    static let actions = declare(signIn, createFirstAccount, acceptInvitation, confirm, signOut)
}
