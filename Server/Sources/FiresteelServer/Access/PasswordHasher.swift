internal import COpenSSL
import Dispatch
import FiresteelStore
import Foundation

/// Too many passwords are being checked.
struct PasswordHasherBusyError: Error {}

/// OpenSSL can't compute a hash: there is no memory for it.
struct PasswordHashError: Error {}

/// Hashes passwords with scrypt: N = 2¹⁷, r = 8, p = 1, as OWASP's password storage cheat sheet recommends.
///
/// A hash takes 128 MiB and about half a second, so at most two are computed at a time, on a separate queue; more wait
/// in order, and beyond a limit are refused.
///
/// The system's OpenSSL computes it, which is optimized in debug builds of the server, too.
actor PasswordHasher {
    /// The binary logarithm of N.
    static let cost = 17
    private static let blockSize = 8
    private static let saltBytes = 16
    private static let hashBytes = 32

    private let cost: Int
    private let concurrent: Int
    private let maximumWaiting: Int
    private var running = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private let queue = DispatchQueue(label: "firesteel.passwords", attributes: .concurrent)

    /// Creates a hasher.
    ///
    /// - Parameter cost: The binary logarithm of N. Tests use a lower one.
    init(cost: Int = PasswordHasher.cost, concurrent: Int = 2, maximumWaiting: Int = 32) {
        self.cost = cost
        self.concurrent = concurrent
        self.maximumWaiting = maximumWaiting
    }

    /// Returns the hash of a password, with its parameters and salt.
    func hash(_ password: String) async throws -> String {
        var generator = SystemRandomNumberGenerator()
        let salt = (0..<Self.saltBytes).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        let hash = try await derive(password, salt: salt)
        return "scrypt$\(cost)$8$1$\(Data(salt).base64EncodedString())$\(Data(hash).base64EncodedString())"
    }

    /// Returns whether a password has a hash.
    ///
    /// An empty hash is that of no password; checking it takes as long, so that the time doesn't tell whether there is an
    /// account.
    func isMatch(_ password: String, hash stored: String) async throws -> Bool {
        let parts = stored.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count == 6, parts[0] == "scrypt", parts[1] == "\(cost)", parts[2] == "8", parts[3] == "1",
            let salt = Data(base64Encoded: String(parts[4])), let expected = Data(base64Encoded: String(parts[5]))
        else {
            _ = try await derive(password, salt: [UInt8](repeating: 0, count: Self.saltBytes))
            return false
        }
        let hash = try await derive(password, salt: Array(salt))
        return Secret.isEqual(Data(hash).base64EncodedString(), expected.base64EncodedString())
    }

    private func derive(_ password: String, salt: [UInt8]) async throws -> [UInt8] {
        try await begin()
        defer { end() }
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [cost] in
                let password = Array(password.utf8)
                var hash = [UInt8](repeating: 0, count: Self.hashBytes)
                let isDone = password.withUnsafeBufferPointer { password in
                    EVP_PBE_scrypt(
                        password.baseAddress, password.count, salt, salt.count,
                        1 << cost, UInt64(Self.blockSize), 1, 256 << 20, &hash, hash.count) == 1
                }
                continuation.resume(with: isDone ? .success(hash) : .failure(PasswordHashError()))
            }
        }
    }

    private func begin() async throws {
        guard running >= concurrent else {
            running += 1
            return
        }
        guard waiting.count < maximumWaiting else { throw PasswordHasherBusyError() }
        // The one that ends passes its place on.
        await withCheckedContinuation { waiting.append($0) }
    }

    private func end() {
        if waiting.isEmpty {
            running -= 1
        } else {
            waiting.removeFirst().resume()
        }
    }
}
