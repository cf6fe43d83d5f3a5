import Firesteel
import FiresteelBase
import FiresteelFlags
import FiresteelStore

/// A constraint on the caller of an operation.
enum Right: Constraint {
    /// Everyone, also without a credential.
    case everyone
    /// A person who is signed in, whatever their role.
    case person
    /// At least a role in the program of the session.
    case role(Role)
    /// An administrator of the server.
    case administrator

    /// The access to endpoints that lets in everyone who may have the right.
    var access: Endpoint.Access {
        switch self {
        case .everyone: .everyone
        case .person: .person
        case .role: .role
        case .administrator: .administrator
        }
    }

    var label: String {
        switch self {
        case .everyone, .person, .role: "Role"
        case .administrator: "Administrator"
        }
    }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        switch self {
        case .everyone, .person: return .met("Everyone")
        case .administrator:
            return subject.context["isAdministrator"] == true
                ? .met("Administrator") : .unmet("No administrator", because: "Needs an administrator of the server")
        case .role(let role):
            guard case .string(let word)? = subject.context["role"], let own = Role(rawValue: word) else {
                return .unmet("No role", because: "Needs the role \(role.rawValue) in this program")
            }
            guard own >= role else {
                return .unmet(
                    "Is \(own.rawValue)", because: "Needs the role \(role.rawValue); yours is \(own.rawValue)")
            }
            return .met(own.rawValue)
        }
    }
}
