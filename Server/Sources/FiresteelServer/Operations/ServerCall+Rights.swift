import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

extension ServerCall {
    /// Whether the caller is a person who has not entered the password, or signed in at the provider, lately.
    var lacksConfirmation: Bool {
        guard case .person(let person) = caller else { return false }
        return person.signIn.confirmed + server.signIns.options.confirmation <= now
    }

    /// Throws if a person changes what protects a program and has not entered the password lately.
    func requireConfirmation(_ purpose: String) throws(HTTPProblem) {
        guard lacksConfirmation, case .person(let person) = caller else { return }
        let request = person.account.hasPassword ? "Enter your password again" : "Sign in again at the provider"
        throw HTTPProblem(status: .forbidden, code: "confirmation-required", message: "\(request) to \(purpose).")
    }

    /// Throws unless the caller is a person.
    ///
    /// - Parameter purpose: What a token may not do, with “it” for its object, such as “approve it”.
    func requirePerson(_ purpose: String) throws(HTTPProblem) {
        guard case .person = caller else { throw .forbidden("A person has to \(purpose), not a token.") }
    }

    /// Returns the rights of the caller in a program.
    ///
    /// - Throws: If they don't include an environment, or all environments where none is named.
    @discardableResult
    func rights(in program: String, including environment: String? = nil) throws(HTTPProblem) -> Membership {
        guard let own = caller.membership(in: program) else { throw .unauthorized }
        guard let allowed = own.environments else { return own }
        guard let environment, allowed.contains(environment) else {
            throw .forbidden("Your role is limited to \(allowed.sorted().joined(separator: ", ")).")
        }
        return own
    }

    /// Throws unless the rights of the caller include all of the environments, or every environment without them.
    func requireRights(in program: String, _ environments: Set<String>?) throws(HTTPProblem) {
        guard let environments else {
            try rights(in: program)
            return
        }
        for environment in environments { try rights(in: program, including: environment) }
    }
}
