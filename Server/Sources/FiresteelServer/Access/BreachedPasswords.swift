import Crypto
import Dispatch
import Foundation
import Synchronization

/// Passwords that are known from breaches: a file with their SHA-1 hashes, ordered by hash, as Have I Been Pwned publishes it.
///
/// The file is opened for each lookup, so that another one under its name is used without a restart.
package final class BreachedPasswords: Sendable {
    /// The maximum number of lookups that wait, the current one included.
    private static let maximumWaiting = 32

    /// The path of the file.
    package let path: String
    private let waiting = Mutex(0)
    /// Runs one lookup at a time, outside of the tasks' threads, since reading may wait for a disk.
    ///
    /// A lookup in the published file reads about 30 lines.
    private let queue = DispatchQueue(label: "firesteel.breached-passwords")

    /// Reads the first lines of a file, and the last one.
    ///
    /// - Throws: ``BreachedPasswordsError`` if they aren't those of such a list.
    package init(path: String) throws(BreachedPasswordsError) {
        self.path = path
        try BreachedPasswordFile(path: path).check()
    }

    /// Returns whether a password is in the file.
    ///
    /// - Throws: ``BreachedPasswordsError`` if that can't be found out, `PasswordHasherBusyError` if too many lookups wait.
    func contains(_ password: String) async throws -> Bool {
        let isAccepted = waiting.withLock { waiting in
            guard waiting < Self.maximumWaiting else { return false }
            waiting += 1
            return true
        }
        guard isAccepted else { throw PasswordHasherBusyError() }
        defer { waiting.withLock { $0 -= 1 } }
        let hash = Array(Insecure.SHA1.hash(data: Array(password.utf8)))
        return try await withCheckedThrowingContinuation { continuation in
            queue.async { [path] in
                continuation.resume(with: Result { try BreachedPasswordFile(path: path).contains(hash) })
            }
        }
    }
}

/// An error of reading the breached passwords.
package enum BreachedPasswordsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file can't be read.
    case unreadable(path: String, reason: String)
    /// The file has no lines.
    case empty(path: String)
    /// One of the first lines isn't a hash.
    case malformed(path: String, line: Int)
    /// One of the first lines has a smaller hash than the line before it.
    case unordered(path: String, line: Int)
    /// The last line isn't a hash, or has a smaller one than the first lines.
    case incomplete(path: String)
    /// A lookup read a line that isn't a hash, or isn't in order.
    ///
    /// It doesn't say which one: the log has this error, and the line's position would tell the first bits of the
    /// password's hash.
    case damaged(path: String)

    /// The failed operation, the reason and what to do.
    package var description: String {
        switch self {
        case .unreadable(let path, let reason):
            "Can't read the breached passwords in \(path): \(reason). Check that the file exists and that the server's user may read it."
        case .empty(let path):
            "Can't use the breached passwords in \(path): the file is empty. Download the list again."
        case .malformed(let path, let line):
            "Can't use the breached passwords in \(path): line \(line) isn't a SHA-1 hash of 40 hexadecimal digits, alone or with a colon and a count. Use the SHA-1 list of Have I Been Pwned."
        case .unordered(let path, let line):
            "Can't use the breached passwords in \(path): line \(line) has a smaller hash than the line before it. Use the list that is ordered by hash."
        case .incomplete(let path):
            "Can't use the breached passwords in \(path): the last line isn't a SHA-1 hash, or isn't in order. The download may have been interrupted: repeat it."
        case .damaged(let path):
            "Can't use the breached passwords in \(path): a line isn't a SHA-1 hash, or isn't in order. Replace the file with a complete list."
        }
    }
}
