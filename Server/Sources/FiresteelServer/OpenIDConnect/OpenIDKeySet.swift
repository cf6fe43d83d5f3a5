import FiresteelFlags
import Foundation
import JWTKit

/// The public keys with which a provider signs (RFC 7517).
struct OpenIDKeySet: Sendable {
    /// A key that can be used for signatures.
    private struct Key: Sendable {
        let identifier: String?
        let type: String
        let curve: String?
        /// The only algorithm of the key, if it names one.
        let algorithm: String?
        /// The key's public members, and nothing else.
        let members: [String: JSONValue]
    }

    /// The algorithms of signatures, with the type of their keys.
    ///
    /// All have a public key. With `none`, or a hash with a shared secret, anyone who knows the public key could sign.
    static let algorithms: [String: (type: String, curve: String?)] = [
        "RS256": ("RSA", nil), "RS384": ("RSA", nil), "RS512": ("RSA", nil), "PS256": ("RSA", nil),
        "PS384": ("RSA", nil), "PS512": ("RSA", nil), "ES256": ("EC", "P-256"), "ES384": ("EC", "P-384"),
        "ES512": ("EC", "P-521"), "EdDSA": ("OKP", "Ed25519"),
    ]

    private static let maximumKeys = 50
    /// The sizes of an RSA modulus, in bytes: below, a key can be factored; above, checking takes long.
    private static let modulusBytes = 256...1_024

    private let keys: [Key]

    /// Reads the keys of a document, except those that can't be used for signatures here.
    init(_ document: JSONValue) throws(OpenIDError) {
        guard case .object(let members) = document, case .array(let list)? = members["keys"] else {
            throw .unavailable("its keys aren't a JSON Web Key Set.")
        }
        keys = list.prefix(Self.maximumKeys).compactMap(Self.key)
    }

    private static func key(_ value: JSONValue) -> Key? {
        guard case .object(let members) = value, case .string(let type)? = members["kty"] else { return nil }
        if let use = members["use"], use != "sig" { return nil }
        if case .array(let operations)? = members["key_ops"], !operations.contains("verify") { return nil }
        func text(_ name: String) -> String? {
            if case .string(let text)? = members[name] { text } else { nil }
        }
        if type == "RSA" {
            guard let modulus = text("n").flatMap({ Base64URL.decoded($0) }),
                modulusBytes.contains(modulus.drop { $0 == 0 }.count)
            else { return nil }
        }
        let names: Set<String> = ["kty", "n", "e", "crv", "x", "y"]
        return Key(
            identifier: text("kid"), type: type, curve: text("crv"), algorithm: text("alg"),
            members: members.filter { names.contains($0.key) })
    }

    /// Whether the keys of an algorithm include one with an identifier.
    func has(_ identifier: String?, for algorithm: String) -> Bool {
        !candidates(identifier, for: algorithm).isEmpty
    }

    /// Returns whether one of the keys for an algorithm made a signature.
    func isSigned(_ text: [UInt8], by signature: [UInt8], key identifier: String?, algorithm: String) async -> Bool {
        for key in candidates(identifier, for: algorithm) {
            var members = key.members
            members["kid"] = "key"
            // The key is used with the algorithm of the header only if it is of that algorithm's type.
            members["alg"] = .string(algorithm)
            do {
                let jwk = try JSONDecoder().decode(JWK.self, from: Data(JSONValue.object(members).json().utf8))
                let checking = try await JWTKeyCollection().add(jwk: jwk).getKey(for: "key", alg: algorithm)
                if checking.name == algorithm, try checking.verify(signature, signs: text) { return true }
            } catch {
                // A key or signature with a wrong form made no valid signature.
                continue
            }
        }
        return false
    }

    private func candidates(_ identifier: String?, for algorithm: String) -> [Key] {
        guard let expected = Self.algorithms[algorithm] else { return [] }
        return keys.filter { key in
            key.type == expected.type && (expected.curve == nil || key.curve == expected.curve)
                && (key.algorithm == nil || key.algorithm == algorithm)
                && (identifier == nil || key.identifier == identifier)
        }
    }
}
