import FiresteelBase
import Foundation
import Synchronization

/// Stores the times of the last changes of flags in a file, over many runs.
///
/// The file contains hashes of the values. It is written as a whole when something in it changed; a file that can't be
/// read is never overwritten, and then this run's times are in memory only.
final class FlagHistory: Sendable {
    /// The limit on stored flags, against programs that generate keys.
    static let maximumFlags = 10_000
    /// The longest stored key, in bytes of UTF-8.
    static let longestKey = 500

    struct Entry: Equatable {
        /// The hash of the value.
        let value: UInt64
        /// In seconds since 1970.
        let since: Double
        /// Whether this run declares the flag.
        var isCurrent = false
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var mayWrite = true
        /// Whether the limit is reached even without the entries of earlier runs.
        var isFull = false
    }

    private let file: URL
    private let log: FlagDiagnosticLog
    private let state: Mutex<State>
    private let isChanged = Atomic(false)
    /// Held while the file is written, so that the last write has the newest times.
    private let writing = Mutex(())

    /// Reads the file, if there is one.
    init(_ file: URL, log: FlagDiagnosticLog) {
        self.file = file
        self.log = log
        var state = State()
        do throws(FlagError) {
            state.entries = try FlagHistoryFile.read(file)
        } catch {
            state.mayWrite = false
            log.report(
                .hygieneFile, detail: "read", nil,
                "Can't read hygiene file \(file.path): \(error.message) It is not changed, and this run's times are not stored."
            )
        }
        self.state = Mutex(state)
    }

    /// Returns the time since which a flag has had its value, as far as this and earlier runs know.
    ///
    /// - Parameters:
    ///   - value: The current value.
    ///   - since: The time since which the flag has had it in this run.
    func since(_ key: String, _ value: JSONValue, since: Double) -> Double {
        let hash = Self.hash(value)
        return state.withLock { state in
            if var known = state.entries[key], known.value == hash, known.since <= since {
                known.isCurrent = true
                state.entries[key] = known
                return known.since
            }
            guard key.utf8.count <= Self.longestKey, makeRoom(for: key, &state) else { return since }
            state.entries[key] = Entry(value: hash, since: since, isCurrent: true)
            isChanged.store(true, ordering: .releasing)
            return since
        }
    }

    /// Removes a flag, whose value may depend on context or time.
    func forget(_ key: String) {
        state.withLock { state in
            if state.entries.removeValue(forKey: key) != nil { isChanged.store(true, ordering: .releasing) }
        }
    }

    private func makeRoom(for key: String, _ state: inout State) -> Bool {
        if state.entries.count < Self.maximumFlags || state.entries[key] != nil { return true }
        guard !state.isFull else { return false }
        state.entries = state.entries.filter(\.value.isCurrent)
        guard state.entries.count >= Self.maximumFlags else { return true }
        state.isFull = true
        log.report(
            .hygieneFile, detail: "full", nil,
            "Hygiene file \(file.path) is full: it has \(Self.maximumFlags) flags. The times of more flags are not stored."
        )
        return false
    }

    /// Writes the file if something in it changed.
    func writeIfNeeded() {
        guard isChanged.load(ordering: .acquiring) else { return }
        writing.withLock { _ in
            guard isChanged.exchange(false, ordering: .acquiringAndReleasing) else { return }
            let (entries, mayWrite) = state.withLock { ($0.entries, $0.mayWrite) }
            guard mayWrite else { return }
            do {
                try FlagHistoryFile.write(entries, to: file)
            } catch {
                log.report(
                    .hygieneFile, detail: "write", nil,
                    "Can't write hygiene file \(file.path): \(error). This run's times are not stored.")
            }
        }
    }

    /// Returns the 64-bit FNV-1a hash of the value as JSON.
    private static func hash(_ value: JSONValue) -> UInt64 {
        FNV1a.hash(value.json().utf8)
    }
}

extension FlagGraph {
    /// Combines the times of earlier runs with those of this one.
    ///
    /// Does nothing as long as a provider has no values: flags may get other ones then.
    func recordHistory(of records: [FlagRecord]) {
        guard let history, sources.allSatisfy({ $0.provider.status.state.hasValues }) else { return }
        for record in records where record.entry.declaration != nil {
            guard let since = record.since else { continue }
            if record.varies {
                history.forget(record.key)
            } else {
                record.since = history.since(record.key, record.value, since: since)
            }
        }
    }
}

extension FlagProviderStatus.State {
    fileprivate var hasValues: Bool { self == .ready || self == .stale }
}
