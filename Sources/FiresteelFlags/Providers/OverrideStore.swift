public import FiresteelBase
public import Foundation
import Synchronization

/// Overrides that are stored in a file.
///
/// Each change is written immediately and as a whole: to a new file, which then replaces the old one, so that a crash
/// leaves the values before or after the change. A damaged file is renamed, which ``status`` reports. A file that can't
/// be read at all is never overwritten: overrides then apply to this run only.
///
/// Several processes may use the file: each writes its own changes to the values in it, while it holds the lock of a file
/// beside it, and reads the changes of the others with its next write. A change that waits for the lock for a second is
/// written with the next one. The file is a JSON object of values by key, of at most 16 MiB, which only its owner can
/// access.
///
/// A value can be set for this run only: it precedes the file's, other processes don't see it, and the file doesn't have it.
public final class OverrideStore: StoringFlagProvider {
    /// The display name.
    public let name: String
    /// The file.
    public let file: URL

    private struct State {
        /// The values for later runs.
        var values: [String: JSONValue] = [:]
        /// The values for this run only, which precede the others.
        var unstored: [String: JSONValue] = [:]
        /// The changes that the file doesn't have yet.
        var changes = Changes()
        var fault: FlagError?
        /// Whether the file exists, but couldn't be read or renamed: writing would destroy its contents.
        var mayNotWrite = false

        subscript(key: String) -> JSONValue? { unstored[key] ?? values[key] }
    }

    /// The values that were set, and `nil` for those that were removed.
    private struct Changes: Equatable {
        var values: [String: JSONValue?] = [:]
        /// The number of removals of all values, which come before the others.
        var removals = 0

        func applied(to values: [String: JSONValue]) -> [String: JSONValue] {
            var applied = removals > 0 ? [:] : values
            for (key, value) in self.values { applied[key] = value }
            return applied
        }

        /// Removes the changes that the file has now.
        mutating func removeWritten(_ written: Changes) {
            // What was set before a later removal of all values is written with that.
            guard removals == written.removals else { return }
            removals = 0
            for (key, value) in written.values where values[key] == .some(value) { values.removeValue(forKey: key) }
        }
    }

    /// The largest size of the file.
    private static let limit = 16 << 20

    private let state = Mutex(State())
    /// Held while the file is written, so that the last write has the newest values.
    private let writing = Mutex(())
    private let notifier = Broadcaster<FlagProviderChange>(.immediate)

    /// Reads a file.
    ///
    /// The first change creates a missing file, with its folder.
    public init(_ file: URL, name: String = "Overrides") {
        self.file = file
        self.name = name
        let loaded = Self.load(file)
        state.withLock { $0 = loaded }
    }

    /// Returns the override of a flag as a rule.
    public func rule(for key: String) -> (any FlagRule)? {
        state.withLock { state in state[key].map { ConstantRule($0, reason: .override) } }
    }

    /// All overridden keys.
    public var keys: Set<String>? { state.withLock { Set($0.values.keys).union($0.unstored.keys) } }

    /// All overrides by key.
    public var values: [String: JSONValue] {
        state.withLock { $0.values.merging($0.unstored) { _, unstored in unstored } }
    }

    /// The keys of the values that the file has.
    public var storedKeys: Set<String> {
        state.withLock { state in Set(state.values.keys).subtracting(state.changes.values.keys) }
    }

    /// Ready, with the last error of reading or writing the file.
    public var status: FlagProviderStatus { state.withLock { FlagProviderStatus(.ready, error: $0.fault) } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Sets a value, or removes it with `nil`.
    ///
    /// - Throws: ``FlagError`` if the file can't be written; the value then applies to this run only.
    public func set(_ value: JSONValue?, for key: String) throws {
        let isChanged = state.withLock { state in
            let before = state[key]
            let wasUnstored = state.unstored[key] != nil
            defer {
                state.values[key] = value
                state.unstored[key] = nil
                // Also if it is the same: the file may have another process's value, or an earlier write failed.
                state.changes.values.updateValue(value, forKey: key)
            }
            return before != value || wasUnstored
        }
        let written = write()
        let changed = written.adopted.union(isChanged ? [key] : [])
        if !changed.isEmpty { notifier.send(.keys(changed)) }
        try written.result.get()
    }

    /// Sets a value, for this run only or for later runs as well.
    ///
    /// - Throws: ``FlagError`` if the file can't be written; the value then applies to this run only.
    public func set(_ value: JSONValue, for key: String, isStored: Bool) throws {
        guard !isStored else { return try set(value, for: key) }
        let (isChanged, wasStored) = state.withLock { state in
            let before = state[key]
            state.unstored[key] = value
            let wasStored = state.values.removeValue(forKey: key) != nil
            if wasStored { state.changes.values.updateValue(nil, forKey: key) }
            return (before != value, wasStored)
        }
        guard wasStored else {
            if isChanged { notifier.send(.keys([key])) }
            return
        }
        // Also if the value is the same: it is no longer stored.
        let written = write()
        notifier.send(.keys(written.adopted.union([key])))
        try written.result.get()
    }

    /// Removes all values, as one change.
    ///
    /// - Throws: ``FlagError`` if the file can't be written; the change then applies to this run only.
    public func removeAll() throws {
        let keys = state.withLock { state in
            defer {
                state.values = [:]
                state.unstored = [:]
                state.changes.values = [:]
                state.changes.removals += 1
            }
            return Set(state.values.keys).union(state.unstored.keys)
        }
        guard !keys.isEmpty || FileManager.default.fileExists(atPath: file.path) else { return }
        let written = write()
        let changed = keys.union(written.adopted)
        if !changed.isEmpty { notifier.send(.keys(changed)) }
        try written.result.get()
    }

    /// Writes the changes.
    ///
    /// - Returns: The result, and the keys of values that another process changed.
    private func write() -> (result: Result<Void, FlagError>, adopted: Set<String>) {
        writing.withLock { _ in
            let now = state.withLock { $0 }
            if now.mayNotWrite {
                let message =
                    "Can't write overrides to \(file.path): the file couldn't be read. Changes apply to this run only."
                return (.failure(now.fault ?? FlagError(.general, message)), [])
            }
            do {
                return try write(now)
            } catch {
                let message =
                    "Can't write overrides to \(file.path): \(FileErrorText.reason(of: error)). They apply to this run only."
                let fault = FlagError(.general, message)
                state.withLock { $0.fault = fault }
                return (.failure(fault), [])
            }
        }
    }

    private func write(_ now: State) throws -> (result: Result<Void, FlagError>, adopted: Set<String>) {
        let folder = file.deletingLastPathComponent()
        if now.values.isEmpty, !FileManager.default.fileExists(atPath: file.path) {
            state.withLock { $0.changes.removeWritten(now.changes) }
            return (.success(()), [])
        }
        if let code = FolderMaking.make(folder.path) { throw FileReplacementError(code: code) }
        let lock = try FileLock(for: file)
        defer { lock.release() }
        var fault: FlagError?
        var values = now.values
        var stored: [UInt8]?
        if FileManager.default.fileExists(atPath: file.path) {
            let bytes = try BoundedFile.read(file, limit: Self.limit)
            do throws(FlagError) {
                values = now.changes.applied(to: try Self.values(bytes))
                stored = bytes
            } catch {
                var damaged = State()
                Self.setAsideDamaged(file, error, &damaged)
                fault = damaged.fault
                if damaged.mayNotWrite, let fault { throw fault }
            }
        }
        let text = Array((JSONValue.object(values.filter { $0.value.isJSON }).json(pretty: true) + "\n").utf8)
        if text != stored { try FileReplacement.replace(file.path, with: text, isSynchronized: true) }
        if let (key, value) = values.first(where: { !$0.value.isJSON }) {
            let message =
                "Can't store “\(key)”: JSON can't express \(value.short()). The override applies to this run only."
            fault = FlagError(.general, message)
        }
        let adopted = state.withLock { state in
            state.changes.removeWritten(now.changes)
            // Values that the file can't have remain changes.
            for (key, value) in values where !value.isJSON && !state.changes.values.keys.contains(key) {
                state.changes.values.updateValue(value, forKey: key)
            }
            let current = state.changes.applied(to: values)
            let keys = Set(state.values.keys).union(current.keys).filter {
                state.unstored[$0] == nil && state.values[$0] != current[$0]
            }
            state.values = current
            state.fault = fault
            return keys
        }
        return (fault.map { .failure($0) } ?? .success(()), adopted)
    }

    private static func load(_ file: URL) -> State {
        var state = State()
        guard FileManager.default.fileExists(atPath: file.path) else { return state }
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(file, limit: limit)
        } catch {
            state.fault = FlagError(
                .general,
                "Can't read overrides from \(file.path): \(FileErrorText.reason(of: error)). Changes apply to this run only."
            )
            state.mayNotWrite = true
            return state
        }
        do throws(FlagError) {
            state.values = try values(bytes)
        } catch {
            let lock = try? FileLock(for: file)
            defer { lock?.release() }
            // Another process may have replaced it meanwhile.
            if let bytes = try? BoundedFile.read(file, limit: limit), let values = try? values(bytes) {
                state.values = values
            } else {
                setAsideDamaged(file, error, &state)
            }
        }
        return state
    }

    private static func values(_ bytes: [UInt8]) throws(FlagError) -> [String: JSONValue] {
        let document: JSONValue
        do { document = try JSONValue(json: bytes) } catch { throw FlagError(error) }
        guard case .object(let values) = document else {
            throw FlagError(.parseError, "The file is not an object of values by key.")
        }
        return values
    }

    private static func setAsideDamaged(_ file: URL, _ error: FlagError, _ state: inout State) {
        do {
            let aside = try setAside(file)
            state.fault = FlagError(
                .parseError,
                "Can't read overrides from \(file.path): \(error.message) The damaged file was renamed to \(aside.lastPathComponent)."
            )
        } catch let failure {
            state.fault = FlagError(
                .parseError,
                "Can't rename the damaged file \(file.path): \(failure). Changes apply to this run only.")
            state.mayNotWrite = true
        }
    }

    /// Renames a damaged file to an unused name.
    private static func setAside(_ file: URL) throws -> URL {
        var number = 1
        while true {
            let name = file.lastPathComponent + (number == 1 ? ".damaged" : ".damaged-\(number)")
            let aside = file.deletingLastPathComponent().appendingPathComponent(name)
            if !FileManager.default.fileExists(atPath: aside.path) {
                try FileManager.default.moveItem(at: file, to: aside)
                return aside
            }
            number += 1
        }
    }
}

/// A lock on a file between processes: that of a separate file beside it, `.name.lock`, which remains.
///
/// Only the owner can open that file, so no other user can hold the lock.
struct FileLock {
    /// Another process has the lock.
    struct LockedError: Error, CustomStringConvertible {
        var description: String { "another process has locked it" }
    }

    /// The longest time to wait for the lock, in hundredths of a second.
    ///
    /// A process holds it for one write.
    private static let patience = 100

    private let descriptor: Int32

    /// Waits up to a second for the lock.
    init(for file: URL) throws {
        let path = file.deletingLastPathComponent().appending(path: ".\(file.lastPathComponent).lock").path
        // Writable, because network file systems lock no others.
        descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, S_IRUSR | S_IWUSR)
        guard descriptor >= 0 else { throw FileReplacementError(code: errno) }
        for _ in 0..<Self.patience {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // On a file system without locks, the last of simultaneous writes remains.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(10_000)
        }
        close(descriptor)
        throw LockedError()
    }

    func release() { close(descriptor) }
}
