import Firesteel
import FiresteelBase
import FiresteelTimeline
import Foundation
import Synchronization

/// Issues and accepts confirmations of calls that destroy data.
///
/// A confirmation is authenticated, and is valid for two minutes, once, for one caller, one action and one input. Its key is
/// of this process: after a restart, callers confirm again.
final class Confirmations: Sendable {
    /// A call to confirm.
    struct Subject {
        let caller: AutomationCaller
        /// The kind of caller: what a script may confirm itself, an agent may not.
        let source: ActionSource
        let action: ActionPath
        /// The input as it will be decoded.
        let input: String

        /// The subject that a confirmation is bound to, each part with its length so that parts can't be shifted.
        func bytes(until expiry: Int64, nonce: String) -> [UInt8] {
            [caller.identifier, String(source.rawValue), action.text, input, String(expiry), nonce].flatMap { part in
                Array("\(part.utf8.count):".utf8) + Array(part.utf8)
            }
        }
    }

    /// The time that a confirmation is valid, in seconds.
    static let lifetime: Int64 = 120
    /// The maximum number of used confirmations that are remembered until they expire.
    private static let maximumUsed = 10_000

    private let key: [UInt8]
    private let now: @Sendable () -> Int64
    /// The expiry times of used confirmations, by their nonces.
    private let used = Mutex<[String: Int64]>([:])

    init(now: @escaping @Sendable () -> Int64 = { Int64(Date().timeIntervalSince1970) }) {
        key = Self.random(32)
        self.now = now
    }

    /// Returns a confirmation, which the caller sends with the same call again.
    func issue(for subject: Subject) -> String {
        let (expiry, nonce) = (now() + Self.lifetime, Hexadecimal.text(Self.random(16)))
        return "\(expiry).\(nonce).\(mark(subject, expiry, nonce))"
    }

    /// Returns why a confirmation isn't valid, or `nil` if it is; it can't be used again then.
    func refusal(of text: String, for subject: Subject) -> String? {
        let parts = text.utf8.count < 300 ? text.split(separator: ".").map(String.init) : []
        guard parts.count == 3, let expiry = Int64(parts[0]), Self.isEqual(parts[2], mark(subject, expiry, parts[1]))
        else {
            return "The confirmation is not valid for this caller, action and input. Confirm the call again."
        }
        let time = now()
        guard expiry > time else { return "The confirmation has expired. Confirm the call again." }
        return used.withLock { used in
            if used.count >= Self.maximumUsed { used = used.filter { $0.value > time } }
            guard used.count < Self.maximumUsed else { return "There are too many confirmations. Try again later." }
            guard used.updateValue(expiry, forKey: parts[1]) == nil else {
                return "The confirmation was used before. Confirm the call again."
            }
            return nil
        }
    }

    private func mark(_ subject: Subject, _ expiry: Int64, _ nonce: String) -> String {
        Hexadecimal.text(HMAC.sha256(subject.bytes(until: expiry, nonce: nonce), key: key))
    }

    private static func random(_ count: Int) -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Compares in a time that doesn't depend on where the texts differ.
    private static func isEqual(_ left: String, _ right: String) -> Bool {
        let (left, right) = (Array(left.utf8), Array(right.utf8))
        guard left.count == right.count else { return false }
        return zip(left, right).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
