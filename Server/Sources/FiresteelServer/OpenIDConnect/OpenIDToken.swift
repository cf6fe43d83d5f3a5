import FiresteelBase
import FiresteelStore

/// An ID token: a provider's signed statement about who signed in (OpenID Connect Core 1.0, section 2).
struct OpenIDToken: Sendable {
    /// The algorithm that the header names, one of ``OpenIDKeySet/algorithms``.
    let algorithm: String
    /// The key that the header names.
    let key: String?
    /// The claims, not to be used before the signature was checked.
    let claims: [String: JSONValue]
    let signed: [UInt8]
    let signature: [UInt8]

    static let maximumBytes = 64 << 10
    private static let limits = JSONLimits(bytes: maximumBytes, depth: 16)

    /// Reads the form of a token.
    init(_ text: String) throws(OpenIDError) {
        guard text.utf8.count <= Self.maximumBytes else { throw .untrusted("the token is larger than 64 KiB.") }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decoded(parts[2]), !signature.isEmpty
        else { throw .untrusted("the token isn't a signed JSON Web Token.") }
        guard case .string(let algorithm)? = header["alg"], OpenIDKeySet.algorithms[algorithm] != nil else {
            throw .untrusted("its algorithm isn't a signature with a public key.")
        }
        // Keys in the header are the sender's. Extensions that have to be understood aren't supported.
        guard header["crit"] == nil, header["b64"] == nil else {
            throw .untrusted("its header has parts that have to be understood, and aren't.")
        }
        switch header["kid"] {
        case nil: key = nil
        case .string(let identifier)?: key = identifier
        default: throw .untrusted("its header names a key by something else than a text.")
        }
        self.algorithm = algorithm
        self.claims = claims
        self.signature = signature
        signed = Array("\(parts[0]).\(parts[1])".utf8)
    }

    private static func object(_ part: Substring) -> [String: JSONValue]? {
        guard let bytes = Base64URL.decoded(part), let value = try? JSONValue(json: bytes, limits: limits),
            case .object(let members) = value
        else { return nil }
        return members
    }

    /// The claims that a token must have.
    struct Expectation: Sendable {
        let issuer: String
        let clientID: String
        let nonce: String
        /// The time, in milliseconds since 1970.
        let now: Int64
        /// The time from which on the person has to have entered their password, in milliseconds since 1970.
        let authenticatedSince: Int64?
    }

    /// The tolerated difference between the clocks of provider and server, in milliseconds.
    static let clockDifference: Int64 = 60_000
    /// The maximum age of a token, in milliseconds.
    static let maximumAge: Int64 = 10 * 60_000

    /// Checks the claims, and returns the identity.
    func identity(expecting expected: Expectation) throws(OpenIDError) -> OpenIDIdentity {
        guard claims["iss"] == .string(expected.issuer) else { throw .untrusted("it is by another issuer.") }
        let audience: [JSONValue]
        switch claims["aud"] {
        case .string(let one)?: audience = [.string(one)]
        case .array(let several)?: audience = several
        default: audience = []
        }
        guard audience.contains(.string(expected.clientID)) else { throw .untrusted("it is for another client.") }
        guard audience.count == 1 || claims["azp"] != nil else {
            throw .untrusted("it is for several clients, and names none that requested it.")
        }
        guard claims["azp"] == nil || claims["azp"] == .string(expected.clientID) else {
            throw .untrusted("another client requested it.")
        }
        guard let expires = time("exp"), expires + Self.clockDifference > expected.now else {
            throw .untrusted("it has expired, or doesn't say when.")
        }
        guard let issued = time("iat"), issued - Self.clockDifference <= expected.now,
            expected.now - issued <= Self.maximumAge + Self.clockDifference
        else { throw .untrusted("it was issued too long ago, in the future, or doesn't say when.") }
        if claims["nbf"] != nil {
            guard let start = time("nbf"), start - Self.clockDifference <= expected.now else {
                throw .untrusted("it isn't valid yet.")
            }
        }
        guard case .string(let nonce)? = claims["nonce"], Secret.isEqual(nonce, expected.nonce) else {
            throw .untrusted("its nonce isn't that of the request.")
        }
        if let since = expected.authenticatedSince {
            guard let authenticated = time("auth_time"), authenticated + Self.clockDifference >= since else {
                throw .untrusted("it doesn't say that the password was entered again.")
            }
        }
        guard case .string(let subject)? = claims["sub"], (1...255).contains(subject.utf8.count) else {
            throw .untrusted("it names no person.")
        }
        return OpenIDIdentity(issuer: expected.issuer, subject: subject, claims: claims)
    }

    /// Returns a time in milliseconds since 1970.
    private func time(_ name: String) -> Int64? {
        switch claims[name] {
        case .int(let seconds)? where (0..<100_000_000_000).contains(seconds): Int64(seconds) * 1_000
        case .double(let seconds)? where seconds >= 0 && seconds < 100_000_000_000: Int64(seconds * 1_000)
        default: nil
        }
    }
}

/// A person's identity, as a provider states it.
struct OpenIDIdentity: Sendable, Hashable {
    let issuer: String
    let subject: String
    /// The email address as the provider states it, verified or not.
    var email: String?
    var isVerified: Bool
    var name: String?

    init(issuer: String, subject: String, claims: [String: JSONValue]) {
        self.issuer = issuer
        self.subject = subject
        isVerified = false
        add(claims)
    }

    /// The text by which an account is linked: issuers have no line feed.
    var stored: String { "\(issuer)\n\(subject)" }

    /// Takes address and name of claims.
    mutating func add(_ claims: [String: JSONValue]) {
        if case .string(let email)? = claims["email"] {
            self.email = AccountTable.normalized(email)
            // Some providers send the word.
            isVerified = claims["email_verified"] == true || claims["email_verified"] == "true"
        }
        if case .string(let name)? = claims["name"], name.contains(where: { !$0.isWhitespace }) {
            self.name = String(name.prefix(100))
        }
    }
}
