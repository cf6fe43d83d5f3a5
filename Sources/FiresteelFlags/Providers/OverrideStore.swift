public import Foundation
import Synchronization

/// Values that were set by hand, kept in a file.
///
/// Every change is written at once and as a whole: to a file beside it, which then takes its place, so that whatever
/// ends the program leaves the values before or after the change. A file that can't be understood is set aside under
/// another name, and ``status`` says so. One that can't be read at all is left alone: what is set then holds for this
/// run only.
///
/// One process at a time has the file. It is a JSON object of values by key.
public final class OverrideStore: MutableFlagProvider {
    /// What people call it.
    public let name: String
    /// Where the values are kept.
    public let file: URL

    private struct State {
        var values: [String: FlagValue] = [:]
        var fault: FlagError?
        /// Whether the file is there, but couldn't be read or set aside: writing would lose what is in it.
        var mayNotWrite = false
    }

    private let state = Mutex(State())
    /// Held while the file is written, so that the last write has the newest values.
    private let writing = Mutex(())
    private let notifier = FlagChangeNotifier()

    /// Reads what the file has.
    ///
    /// Where there is none, it is made by the first change, with its folder.
    public init(_ file: URL, name: String = "Overrides") {
        self.file = file
        self.name = name
        let loaded = Self.load(file)
        state.withLock { $0 = loaded }
    }

    /// How it decides a flag.
    public func rule(for key: String) -> (any FlagRule)? {
        state.withLock { state in state.values[key].map { ConstantRule($0, reason: .override) } }
    }

    /// All keys that were set.
    public var keys: Set<String>? { state.withLock { Set($0.values.keys) } }

    /// All values that were set.
    public var values: [String: FlagValue] { state.withLock { $0.values } }

    /// Ready, with what went wrong on disk last.
    public var status: FlagProviderStatus { state.withLock { FlagProviderStatus(.ready, error: $0.fault) } }

    /// Calls the handler after each change.
    public func subscribe(_ handler: @escaping @Sendable (FlagProviderChange) -> Void) -> FlagSubscription {
        notifier.subscribe(handler)
    }

    /// Sets a value, or removes it with `nil`.
    ///
    /// - Throws: ``FlagError`` where it can't be written; it then holds for this run all the same.
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
    /// - Throws: ``FlagError`` where that can't be written; it then holds for this run all the same.
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
                return .failure(fault ?? FlagError(.general, "\(file.path) couldn't be read, and isn't written over."))
            }
            do {
                try FileManager.default.createDirectory(
                    at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
                let kept = values.filter { $0.value.isJSON }
                try DurableFile.replace(file, with: Data((FlagValue.object(kept).json(pretty: true) + "\n").utf8))
                guard let (key, value) = values.first(where: { !$0.value.isJSON }) else { return .success(()) }
                let message = "JSON has no \(value.short()), so that “\(key)” holds for this run only."
                return .failure(FlagError(.general, message))
            } catch {
                let message = "The overrides can't be written to \(file.path), and hold for this run only: \(error)"
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
            state.fault = FlagError(.general, "\(file.path) can't be read, and what is set is not kept: \(error)")
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
            throw FlagError(.parseError, "It is no object of values by key.")
        }
        return values
    }

    private static func setAsideDamaged(_ file: URL, _ error: FlagError, _ state: inout State) {
        do {
            let aside = try setAside(file)
            state.fault = FlagError(
                .parseError, "\(file.path) was damaged and is now \(aside.lastPathComponent). \(error.message)")
        } catch let failure {
            state.fault = FlagError(
                .parseError,
                "\(file.path) is damaged and can't be set aside, so that what is set is not kept: \(failure)")
            state.mayNotWrite = true
        }
    }

    /// Gives a damaged file another name, one that isn't taken.
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

/// Files that are old or new, never half.
enum DurableFile {
    /// Puts a new file in the place of another, once it is on the disk.
    static func replace(_ file: URL, with data: Data) throws {
        let fresh = file.deletingLastPathComponent()
            .appendingPathComponent(".\(file.lastPathComponent).\(UInt32.random(in: 0...UInt32.max))")
        do {
            try data.write(to: fresh, options: .withoutOverwriting)
            let handle = try FileHandle(forUpdating: fresh)
            try handle.synchronize()
            try handle.close()
            guard rename(fresh.path, file.path) == 0 else {
                throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: file.path])
            }
        } catch {
            try? FileManager.default.removeItem(at: fresh)
            throw error
        }
    }
}
