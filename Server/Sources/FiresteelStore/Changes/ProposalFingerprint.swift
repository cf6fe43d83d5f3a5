import Crypto
import FiresteelFlags

/// The content of a proposal as a hash: a repeated request has the same one, another request with its identifier doesn't.
public struct ProposalFingerprint: Sendable, Hashable {
    /// SHA-256 in hexadecimal digits.
    let text: String

    /// Creates the fingerprint of a request that is more than edits, from the parts that decide what it does.
    ///
    /// The edits of a reversal and of an import depend on what is stored, so they differ when the request is repeated.
    public init(_ parts: [String]) {
        var hash = SHA256()
        for part in parts {
            let bytes = Array(part.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        text = ChangeHash.hexadecimal(hash.finalize())
    }

    /// Creates the fingerprint of edits that take effect at a time.
    public init(edits: [Edit], due: Int64?) {
        self.init(["edits", FlagValue.array(edits.map(\.json)).json(), due.map { "\($0)" } ?? ""])
    }

    init(stored text: String) { self.text = text }
}
