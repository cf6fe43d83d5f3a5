import FiresteelStore
import FiresteelTimeline

/// The sender of a request.
enum Caller: Sendable {
    /// No valid credential.
    case anonymous
    /// A program or script.
    case token(AccessToken)
    /// An agent, with the rights of its token.
    case agent(AccessToken)
    /// A person who is signed in.
    case person(SignedInPerson)

    /// The author of changes, `nil` for one that can't make any.
    var author: Author? {
        switch self {
        case .anonymous: nil
        case .token(let token): Author(id: token.id, name: token.name, source: .token)
        case .agent(let token): Author(id: token.id, name: token.name, source: .agent)
        case .person(let person): Author(id: person.account.id, name: person.account.name, source: .dashboard)
        }
    }

    /// The kind of the caller on the timeline.
    var source: ActionSource {
        switch self {
        case .agent: .agent
        case .anonymous, .token, .person: .http
        }
    }

    /// Returns the rights in a program, `nil` if there are none.
    func membership(in program: String) -> Membership? {
        switch self {
        case .anonymous: return nil
        case .token(let token), .agent(let token):
            guard token.kind == .admin, token.program == program, let role = token.role else { return nil }
            return Membership(role: role, environments: [token.environment])
        case .person(let person):
            guard !person.needsSecondFactor else { return nil }
            if person.account.isAdministrator { return Membership(role: .admin) }
            return person.memberships[program]
        }
    }
}
