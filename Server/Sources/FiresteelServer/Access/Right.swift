import Firesteel
import FiresteelFlags
import FiresteelStore

/// A constraint on the role of who performs an action, in the program that the session is for.
struct Right: Constraint {
    /// The least role.
    let role: Role

    init(_ role: Role) { self.role = role }

    var label: String { "Role" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        guard case .string(let word)? = subject.context["role"], let own = Role(rawValue: word) else {
            return .unmet("No role", because: "Needs the role \(role.rawValue) in this program")
        }
        guard own >= role else {
            return .unmet("Is \(own.rawValue)", because: "Needs the role \(role.rawValue); yours is \(own.rawValue)")
        }
        return .met(own.rawValue)
    }
}

/// A constraint on the account: an administrator of the whole server.
struct AdministratorRight: Constraint {
    var label: String { "Administrator" }

    func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        subject.context["isAdministrator"] == true
            ? .met("Administrator") : .unmet("No administrator", because: "Needs an administrator of the server")
    }
}
