public import Foundation

/// An error that makes data signed by the App Store invalid.
///
/// Invalid data grants nothing.
public enum SignedDataError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of the three parts of signed data.
    public enum Part: String, Sendable, Hashable, CaseIterable {
        /// The header, with algorithm and certificates.
        case header
        /// The signed payload.
        case payload
        /// The signature.
        case signature
    }

    /// The data is longer than ``AppStoreVerifier/largest``.
    case tooLarge(bytes: Int)
    /// The data doesn't have three parts separated by periods.
    case parts(Int)
    /// A part isn't base64url without padding, as RFC 7515 requires.
    case notBase64URL(Part)
    /// A part isn't a JSON object, or has two fields of one name.
    case notJSON(Part, String)
    /// A field is missing, or has an invalid type or range.
    case field(Part, name: String, String)
    /// The algorithm isn't ES256.
    case algorithm(String)
    /// The number of certificates isn't three.
    case certificates(Int)
    /// A certificate isn't base64, or can't be read: its position, from 0 for the one that signs.
    case certificate(Int, String)
    /// The last certificate isn't a trusted root.
    case untrustedRoot
    /// A certificate wasn't issued by the one after it: its position.
    case chainOrder(Int)
    /// A certificate wasn't valid at the required time: its position, and the time.
    case certificateNotValid(Int, at: Date)
    /// A certificate isn't marked as one for this use: its position, and the mark that it lacks.
    case unmarked(Int, identifier: String)
    /// The chain isn't valid for another reason.
    case chain(String)
    /// The signing certificate has no P-256 key.
    case key
    /// The signature doesn't match the data and the key.
    case signature
    /// The data belongs to another app.
    case bundle(String, expected: String)
    /// The environment isn't accepted.
    case environment(String)
    /// The signing time is in the future.
    case signedInFuture(Date)
    /// The transaction belongs to another account: the token, or `nil` if it has none.
    case account(UUID?)

    /// The reason.
    public var description: String {
        switch self {
        case .tooLarge(let bytes): "The signed data has \(bytes) bytes, more than \(AppStoreVerifier.largest)."
        case .parts(let count): "Signed data must have three parts separated by periods, but it has \(count)."
        case .notBase64URL(let part): "The \(part.rawValue) isn't base64url without padding."
        case .notJSON(let part, let message): "The \(part.rawValue) isn't a JSON object: \(message)"
        case .field(let part, let name, let message): "“\(name)” of the \(part.rawValue) \(message)."
        case .algorithm(let name): "It is signed with “\(name)”, but only ES256 is accepted."
        case .certificates(let count): "It has \(count) certificates instead of three."
        case .certificate(let position, let message): "Certificate \(position) can't be read: \(message)."
        case .untrustedRoot: "The last certificate is not a trusted root."
        case .chainOrder(let position): "Certificate \(position) wasn't issued by the one after it."
        case .certificateNotValid(let position, let date): "Certificate \(position) isn't valid at \(date)."
        case .unmarked(let position, let identifier): "Certificate \(position) lacks the extension \(identifier)."
        case .chain(let message): "The chain of certificates isn't valid: \(message)"
        case .key: "The signing certificate has no P-256 key."
        case .signature: "The signature doesn't match the data."
        case .bundle(let found, let expected): "It belongs to the app \(found), not \(expected)."
        case .environment(let name): "It belongs to the environment \(name), which isn't accepted."
        case .signedInFuture(let date): "Its signing time, \(date), is in the future."
        case .account(let token): "It belongs to \(token.map { "the account \($0)" } ?? "no account"), not to this one."
        }
    }
}
