import Crypto

/// Hashes people with a secret of the installation, so that a stored hash can't be led back to a pseudonym without it.
package struct PersonHash: Sendable {
    private let key: SymmetricKey

    /// Creates a hash.
    package init(secret: String) { key = SymmetricKey(data: Array(secret.utf8)) }

    /// Returns the hash of a person in a scope.
    package func hash(_ person: String, scope: Int64) -> UInt64 {
        HMAC<SHA256>.authenticationCode(for: Array("\(scope)\n\(person)".utf8), using: key)
            .prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// Returns the name of an erased run.
    ///
    /// No run that a program sends has such an identifier.
    func name(ofErased run: String, scope: Int64) -> String {
        let code = HMAC<SHA256>.authenticationCode(for: Array("erased run\n\(scope)\n\(run)".utf8), using: key)
        return "erased:" + ChangeHash.hexadecimal(code)
    }
}
