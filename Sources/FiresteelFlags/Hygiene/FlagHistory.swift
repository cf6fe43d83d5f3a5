import FiresteelBase
import Foundation
import Synchronization

/// Keeps in a file, from run to run, since when flags have had their values.
///
/// The file has no values but hashes of them. It is written as a whole when something in it changed; what can't be read
/// is never written over, and then this run's times are kept in memory only.
final class FlagHistory: Sendable {
    /// So many flags are kept; a program that invents keys fills no disk with them.
    static let mostFlags = 10_000
    /// Keys that are longer, in bytes of UTF-8, are not kept.
    static let longestKey = 500

    struct Entry: Equatable {
        /// The hash of the value.
        let value: UInt64
        /// In seconds since 1970.
        let since: Double
        /// Whether this run has the flag.
        var isCurrent = false
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var mayWrite = true
        /// Whether there is no room, even without what earlier runs had.
        var isFull = false
    }

    private let file: URL
    private let log: FlagDiagnosticLog
    private let state: Mutex<State>
    private let isChanged = Atomic(false)
    /// Held while the file is written, so that the last write has the newest times.
    private let writing = Mutex(())

    /// Reads what the file has; where there is none, nothing.
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
                "\(file.path) can't be used to keep since when values hold, and stays as it is: \(error.message)")
        }
        self.state = Mutex(state)
    }

    /// Since when a flag has had its value, as far as this run and those before know.
    ///
    /// - Parameters:
    ///   - value: What the value is now.
    ///   - since: Since when it has been that in this run.
    func since(_ key: String, _ value: FlagValue, since: Double) -> Double {
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

    /// Forgets a flag, since nobody can tell that its value is the same for all.
    func forget(_ key: String) {
        state.withLock { state in
            if state.entries.removeValue(forKey: key) != nil { isChanged.store(true, ordering: .releasing) }
        }
    }

    private func makeRoom(for key: String, _ state: inout State) -> Bool {
        if state.entries.count < Self.mostFlags || state.entries[key] != nil { return true }
        guard !state.isFull else { return false }
        state.entries = state.entries.filter(\.value.isCurrent)
        guard state.entries.count >= Self.mostFlags else { return true }
        state.isFull = true
        log.report(
            .hygieneFile, detail: "full", nil,
            "\(file.path) keeps since when the values of \(Self.mostFlags) flags hold, and there are more.")
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
                    "Since when values hold can't be written to \(file.path), and is known for this run only: \(error)")
            }
        }
    }

    /// FNV-1a of 64 bits over the value as JSON.
    private static func hash(_ value: FlagValue) -> UInt64 {
        FNV1a.hash(value.json().utf8)
    }
}

extension FlagGraph {
    /// Brings what earlier runs knew of values together with what this one knows.
    ///
    /// As long as a provider has no values, those that flags have aren't the ones that they will have, and nothing is noted.
    func noteHistory(of records: [FlagRecord]) {
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
