public import Foundation

/// Why something that claims to be signed by the App Store is refused.
///
/// Whatever is refused grants nothing.
public enum SignedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of the three parts of signed data.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// Says how it is signed, and with which certificates.
        case header
        /// What is signed.
        case payload
        /// The signature.
        case signature
    }

    /// It is longer than ``AppStoreVerifier/largest``.
    case tooLarge(bytes: Int)
    /// It doesn't have three parts with points between them.
    case parts(Int)
    /// A part isn't base64url without padding, as RFC 7515 has it.
    case notBase64URL(Part)
    /// A part isn't a JSON object, or has two fields of one name.
    case notJSON(Part, String)
    /// A field isn't there, isn't of its kind, or is out of range.
    case field(Part, name: String, String)
    /// It isn't signed with ES256: the name of the algorithm.
    case algorithm(String)
    /// It has another number of certificates than three.
    case certificates(Int)
    /// A certificate isn't base64, or can't be read: its place, from 0 for the one that signs.
    case certificate(Int, String)
    /// The last certificate is none of the roots that are trusted here.
    case untrustedRoot
    /// A certificate wasn't issued by the one after it: its place.
    case chainOrder(Int)
    /// A certificate wasn't valid at the time that counts: its place, and the time.
    case certificateNotValid(Int, at: Date)
    /// A certificate isn't marked as one for this use: its place, and the mark that it lacks.
    case unmarked(Int, identifier: String)
    /// The chain isn't valid for another reason.
    case chain(String)
    /// The key of the certificate that signs isn't one of the curve P-256.
    case key
    /// The signature isn't one of this data by that key.
    case signature
    /// It is about another app.
    case bundle(String, expected: String)
    /// It is of an environment that isn't accepted here.
    case environment(String)
    /// It says that it was signed in the future.
    case signedInFuture(Date)
    /// It belongs to another account: the token, `nil` if it has none.
    case account(UUID?)

    /// What is wrong.
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "The signed data has \(bytes) bytes, more than \(AppStoreVerifier.largest)."
        case .parts(let count): "Signed data has three parts with points between them, and this has \(count)."
        case .notBase64URL(let part): "The \(part.rawValue) isn't base64url without padding."
        case .notJSON(let part, let words): "The \(part.rawValue) isn't a JSON object: \(words)"
        case .field(let part, let name, let words): "“\(name)” of the \(part.rawValue) \(words)."
        case .algorithm(let name): "It is signed with “\(name)”, and only ES256 is accepted."
        case .certificates(let count): "It has \(count) certificates instead of three."
        case .certificate(let place, let words): "Certificate \(place) can't be read: \(words)."
        case .untrustedRoot: "The last certificate is none of the trusted roots."
        case .chainOrder(let place): "Certificate \(place) wasn't issued by the one after it."
        case .certificateNotValid(let place, let date): "Certificate \(place) isn't valid at \(date)."
        case .unmarked(let place, let identifier): "Certificate \(place) lacks the extension \(identifier)."
        case .chain(let words): "The chain of certificates isn't valid: \(words)"
        case .key: "The certificate that signs has no key of the curve P-256."
        case .signature: "The signature doesn't belong to the data."
        case .bundle(let found, let expected): "It is about the app \(found), not \(expected)."
        case .environment(let name): "It is of the environment \(name), which isn't accepted here."
        case .signedInFuture(let date): "It says that it was signed at \(date), which is in the future."
        case .account(let token): "It belongs to \(token.map { "the account \($0)" } ?? "no account"), not to this one."
        }
    }
}
