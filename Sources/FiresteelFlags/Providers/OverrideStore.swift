public import FiresteelBase
public import Foundation
import Synchronization

/// Overrides that are stored in a file.
///
/// Each change is written immediately and as a whole: to a new file, which then replaces the old one, so that a crash
/// leaves the values before or after the change. A damaged file is renamed, which ``status`` reports. A file that can't
/// be read at all is never overwritten: overrides then apply to this run only.
///
/// Only one process at a time may use the file. It is a JSON object of values by key, which only its owner can read.
public final class OverrideStore: MutableFlagProvider {
    /// The display name.
    public let name: String
    /// The file.
    public let file: URL

    private struct State {
        var values: [String: FlagValue] = [:]
        var fault: FlagError?
        /// Whether the file exists, but couldn't be read or renamed: writing would destroy its contents.
        var mayNotWrite = false
    }

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
        state.withLock { state in state.values[key].map { ConstantRule($0, reason: .override) } }
    }

    /// All overridden keys.
    public var keys: Set<String>? { state.withLock { Set($0.values.keys) } }

    /// All overrides by key.
    public var values: [String: FlagValue] { state.withLock { $0.values } }

    /// Ready, with the last error of reading or writing the file.
    public var status: FlagProviderStatus { state.withLock { FlagProviderStatus(.ready, error: $0.fault) } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> Subscription {
        notifier.subscribe(handler)
    }

    /// Sets a value, or removes it with `nil`.
    ///
    /// - Throws: ``FlagError`` if the file can't be written; the value then applies to this run only.
    public func set(_ value: FlagValue?, for key: String) throws {
        let changed = state.withLock { state in
            defer { state.values[key] = value }
            return state.values[key] != value
        }
        guard changed else { return }
        let written = write()
        notifier.send(.keys([key]))
        try written.get()
    }

    /// Removes all values, as one change.
    ///
    /// - Throws: ``FlagError`` if the file can't be written; the change then applies to this run only.
    public func removeAll() throws {
        let keys = state.withLock { state in
            defer { state.values = [:] }
            return Set(state.values.keys)
        }
        guard !keys.isEmpty else { return }
        let written = write()
        notifier.send(.keys(keys))
        try written.get()
    }

    private func write() -> Result<Void, FlagError> {
        let result = writing.withLock { _ -> Result<Void, FlagError> in
            let (values, mayNotWrite, fault) = state.withLock { ($0.values, $0.mayNotWrite, $0.fault) }
            if mayNotWrite {
                return .failure(
                    fault
                        ?? FlagError(
                            .general,
                            "Can't write overrides to \(file.path): the file couldn't be read. Changes apply to this run only."
                        ))
            }
            do {
                let kept = values.filter { $0.value.isJSON }
                let data = Data((FlagValue.object(kept).json(pretty: true) + "\n").utf8)
                try PrivateFile.replace(file, with: data, isSynchronized: true)
                guard let (key, value) = values.first(where: { !$0.value.isJSON }) else { return .success(()) }
                let message =
                    "Can't store “\(key)”: JSON can't express \(value.short()). The override applies to this run only."
                return .failure(FlagError(.general, message))
            } catch {
                let message =
                    "Can't write overrides to \(file.path): \(FileErrorText.reason(of: error)). They apply to this run only."
                return .failure(FlagError(.general, message))
            }
        }
        switch result {
        case .success: state.withLock { $0.fault = nil }
        case .failure(let error): state.withLock { $0.fault = error }
        }
        return result
    }

    private static func load(_ file: URL) -> State {
        var state = State()
        guard FileManager.default.fileExists(atPath: file.path) else { return state }
        let data: Data
        do {
            data = try Data(contentsOf: file)
        } catch {
            state.fault = FlagError(
                .general,
                "Can't read overrides from \(file.path): \(FileErrorText.reason(of: error)). Changes apply to this run only."
            )
            state.mayNotWrite = true
            return state
        }
        do throws(FlagError) {
            state.values = try values(Array(data))
        } catch {
            setAsideDamaged(file, error, &state)
        }
        return state
    }

    private static func values(_ bytes: [UInt8]) throws(FlagError) -> [String: FlagValue] {
        let document: FlagValue
        do { document = try FlagValue(json: bytes) } catch { throw FlagError(error) }
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
