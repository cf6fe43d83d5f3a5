public import Foundation
import Synchronization

/// Stores activities in a file, so that they can be found and continued in this and later runs.
///
/// The file contains JSON Lines, one for each activity, the most recent last. Every change writes a new file beside it
/// and moves it into place, so the file is always complete. It is readable only by its owner. One process should write
/// to it; with two, the last write wins.
///
/// An unreadable file is moved aside, to the same name with `.damaged`, and the index starts empty. If the file can't
/// be written, the index continues in memory. Both are reported to the runtime, and available in ``fault``.
///
/// At most ``limit`` activities are stored; the one published longest ago is removed first.
public final class ActivityIndex: ActivityPublisher {
    /// `activity index`.
    public let name = "activity index"
    /// The file.
    public let file: URL
    /// The maximum number of activities.
    public let limit: Int
    private let state: Mutex<State>

    private struct State {
        var entries: ActivityEntries
        /// The reason why the existing file could not be read.
        var damage: String?
        /// The reason why the last change could not be stored.
        var outage: String?
        /// Whether unfinished files of earlier processes were removed.
        var isTidied = false
        var report: (@Sendable (String) -> Void)?
    }

    /// Creates an index from the file, if it exists.
    ///
    /// - Parameters:
    ///   - file: The file. Its folder is created if necessary.
    ///   - limit: The maximum number of activities, at least 1. 500 by default: some hundred kilobytes.
    public init(file: URL, limit: Int = 500) {
        self.file = file
        self.limit = max(1, limit)
        do {
            state = Mutex(State(entries: try ActivityFile(file).read(limit: self.limit)))
        } catch {
            state = Mutex(State(entries: ActivityEntries(limit: self.limit), damage: "\(error)"))
        }
    }

    /// The current problem with the file, or `nil`.
    public var fault: String? { state.withLock { $0.outage ?? $0.damage } }

    /// Reports faults to a closure, including the current one.
    func report(to report: @escaping @Sendable (String) -> Void) {
        let fault = state.withLock { state in
            state.report = report
            return state.outage ?? state.damage
        }
        if let fault { report(fault) }
    }

    /// Stores an activity, replacing the one with the same ``PublishedActivity/id``.
    ///
    /// - Throws: An error if it can't be encoded. File system errors are a ``fault``.
    public func publish(_ activity: PublishedActivity) throws {
        let line = try ActivityFile.encode(activity)
        state.withLock { state in
            state.entries.add(activity, line: line)
            let file = ActivityFile(file)
            if !state.isTidied {
                state.isTidied = true
                // Files that can't be removed only take space; erasing reports them.
                try? file.removeLeftovers(olderThan: 3_600)
            }
            do {
                try file.write(state.entries)
                state.outage = nil
            } catch {
                state.outage = "\(error)"
                state.report?("\(error)")
            }
        }
    }

    /// Erases activities, a damaged file that was moved aside, and unfinished files.
    ///
    /// - Throws: The error of the file system. The activities are removed from memory nevertheless.
    public func remove(_ selection: ActivitySelection) throws {
        try state.withLock { state in
            let removed = state.entries.remove(selection)
            let file = ActivityFile(file)
            do {
                if state.entries.isEmpty {
                    try file.remove()
                } else if removed || state.outage != nil {
                    // Changes that could not be written before are still in the file.
                    try file.write(state.entries)
                }
                try file.removeDamaged()
                // Regardless of their age, because they contain erased data.
                try file.removeLeftovers(olderThan: -.infinity)
                state.outage = nil
            } catch {
                state.outage = "\(error)"
                throw error
            }
        }
    }

    /// Returns the activities, the most recent first.
    ///
    /// - Parameters:
    ///   - eligibility: The required uses. None by default; `.perform` to continue recent work.
    ///   - maximum: The maximum number of activities.
    public func recent(_ eligibility: ActivityEligibility = [], maximum: Int = .max) -> [PublishedActivity] {
        state.withLock { $0.entries.recent(eligibility, maximum: maximum) }
    }

    /// Returns the activities in whose title, subtitle or keywords each word of a text is a prefix of a word, the most
    /// recent first.
    ///
    /// The search ignores case and accents, and includes only activities with ``ActivityEligibility/search``. A text
    /// without words matches all of them.
    ///
    /// - Parameters:
    ///   - text: The text that the user entered.
    ///   - maximum: The maximum number of activities.
    public func search(_ text: String, maximum: Int = .max) -> [PublishedActivity] {
        let words = ActivityEntries.words(of: text)
        return state.withLock { $0.entries.search(words, maximum: maximum) }
    }
}
