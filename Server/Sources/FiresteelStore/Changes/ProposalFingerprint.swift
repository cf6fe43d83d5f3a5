import Crypto
import FiresteelBase

/// The content of a proposal as a hash: a repeated request has the same one, another request with its identifier doesn't.
package struct ProposalFingerprint: Sendable, Hashable {
    /// SHA-256 in hexadecimal digits.
    let text: String

    /// Creates the fingerprint of a request that is more than edits, from the parts that decide its effect.
    ///
    /// The edits of a reversal and of an import depend on the stored state, so they differ when the request is repeated.
    package init(_ parts: [String]) {
        var hash = SHA256()
        for part in parts {
            let bytes = Array(part.utf8)
            withUnsafeBytes(of: UInt64(bytes.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: bytes)
        }
        text = ChangeHash.hexadecimal(hash.finalize())
    }

    /// Creates the fingerprint of edits that take effect at a time.
    package init(edits: [Edit], due: Int64?) {
        self.init(["edits", JSONValue.array(edits.map(\.json)).json(), due.map { "\($0)" } ?? ""])
    }

    init(stored text: String) { self.text = text }
}
