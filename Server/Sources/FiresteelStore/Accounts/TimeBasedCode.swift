import Crypto
import Foundation

/// The codes of an authenticator app (TOTP, RFC 6238): HMAC-SHA-1, six digits, steps of 30 seconds.
package struct TimeBasedCode: Sendable {
    /// The length of a step, in milliseconds.
    package static let step: Int64 = 30_000
    package static let digits = 6

    /// The bytes that the server and the app share.
    private let key: SymmetricKey

    /// - Parameter secret: The shared bytes.
    package init(secret: some Sequence<UInt8>) {
        key = SymmetricKey(data: Array(secret))
    }

    /// Returns the shared bytes of a new app: 160 bits, as RFC 4226 recommends.
    package static func newSecret() -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<20).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Returns the number of the step at a time.
    ///
    /// - Parameter time: Milliseconds since 1970.
    package static func step(at time: Int64) -> Int64 { max(time, 0) / step }

    /// Returns the code of a step (RFC 4226, section 5.3).
    ///
    /// - Parameters:
    ///   - step: The number of the step, from 0.
    ///   - digits: The number of digits, at most 9.
    package func code(at step: Int64, digits: Int = Self.digits) -> String {
        let counter = withUnsafeBytes(of: UInt64(max(step, 0)).bigEndian) { Array($0) }
        let hash = Array(HMAC<Insecure.SHA1>.authenticationCode(for: counter, using: key))
        let offset = Int(hash[hash.count - 1] & 0xF)
        let number = hash[offset..<(offset + 4)].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        let modulus = (0..<digits).reduce(UInt32(1)) { product, _ in product * 10 }
        let text = String(number % modulus)
        return String(repeating: "0", count: digits - text.utf8.count) + text
    }

    /// Returns the step to which a code belongs: the current one, or the one before or after it, since clocks differ.
    ///
    /// - Parameters:
    ///   - code: The code, with or without spaces.
    ///   - time: Milliseconds since 1970.
    ///   - used: The step of the last code that was accepted; it and earlier ones aren't accepted again.
    /// - Returns: The step, or `nil` for any other code.
    package func step(of code: String, at time: Int64, after used: Int64) -> Int64? {
        let code = code.filter { !$0.isWhitespace }
        let current = Self.step(at: time)
        var found: Int64?
        // All are compared, so that the time doesn't tell which one it was.
        for step in (current - 1)...(current + 1) where Secret.isEqual(self.code(at: step), code) && step > used {
            found = found ?? step
        }
        return found
    }
}
