/// The keyed hash HMAC (RFC 2104) with SHA-256.
package enum HMAC {
    /// Returns the 32 bytes of a message's keyed hash.
    package static func sha256(_ message: [UInt8], key: [UInt8]) -> [UInt8] {
        var key = key.count > 64 ? SHA256.hash(key) : key
        key += repeatElement(0, count: 64 - key.count)
        let inner = SHA256.hash(key.map { $0 ^ 0x36 } + message)
        return SHA256.hash(key.map { $0 ^ 0x5C } + inner)
    }
}
