import FiresteelBase
import FiresteelTimeline
import Foundation
import Synchronization

/// Writes each event as a line of JSON to a file that rotates by size and age.
///
/// | key | value |
/// |---|---|
/// | `time` | RFC 3339 in UTC with microseconds |
/// | `event` | the analytics identifier of the action |
/// | `phase` | `begin` or `end` |
/// | `outcome` | at the end: `success`, `closing`, `failure`, `failure-closing` or `cancelled` |
/// | `duration` | at the end: seconds |
/// | `attributes` | an object, if the action has attributes |
/// | `action`, `perform`, `session`, `source`, `userInitiated` | where it comes from |
/// | `user` | the identified user of the session, if it isn't the app's user |
///
/// Names, rotation and errors are those of ``FileLogOutput``: each line is one write, the number of files is limited,
/// lines dropped while the disk is full are counted in the next one, and several processes may write to one file.
public final class JSONLinesAnalytics: AnalyticsProvider {
    /// The file that is written to.
    public let path: String
    /// `JSON Lines`.
    public let name = "JSON Lines"
    private let state: Mutex<State>

    private struct State: ~Copyable {
        var file: LogFile
        var report: (@Sendable (String) -> Void)?
    }

    /// Creates a provider that writes to `NAME.jsonl` in a folder.
    ///
    /// The file is created with the first event.
    ///
    /// - Parameters:
    ///   - folder: The files' folder. It is created if necessary.
    ///   - name: The prefix of the files' names.
    ///   - rotation: The rotation and the number of retained files.
    public init(
        folder: String, name: String = "analytics", rotation: FileLogOutput.Rotation = FileLogOutput.Rotation()
    ) {
        let names = LogFileNames(folder: folder, name: name, fileExtension: LogFormat.jsonLines.fileExtension)
        path = names.current
        state = Mutex(State(file: LogFile(names: names, rotation: rotation)))
    }

    /// Stores the closure that reports faults.
    public func start(reporting fault: @escaping @Sendable (String) -> Void) {
        state.withLock { $0.report = fault }
    }

    /// Writes a line.
    public func record(_ event: AnalyticsEvent) {
        let line: [UInt8]
        do {
            line = try Array(JSONEncoder.analytics.encode(Line(event))) + [UInt8(ascii: "\n")]
        } catch {
            state.withLock { $0.report }?("Can't encode an event as JSON: \(ErrorText(error).message)")
            return
        }
        let (faults, report) = state.withLock { state in
            line.withUnsafeBytes { state.file.write($0, at: event.time, .jsonLines) }
            return (state.file.takeErrors(), state.report)
        }
        for fault in faults { report?(fault.description) }
    }

    /// Removes all files.
    ///
    /// - Throws: ``LogFileError`` for the first file that can't be removed.
    public func discard() throws {
        if let fault = state.withLock({ $0.file.erase() }) { throw fault }
    }

    /// An event as it is encoded in the file.
    private struct Line: Encodable {
        let time: String
        let event: String
        let phase: String
        let outcome: String?
        let duration: Double?
        let attributes: AnalyticsAttributes?
        let action: ActionPath
        let perform: UInt64
        let session: UInt32
        let source: String
        let userInitiated: Bool
        let user: String?

        init(_ event: AnalyticsEvent) {
            time = LineBuffer.with { buffer in
                buffer.append(CivilTime(microseconds: event.time), .microseconds)
                return String(decoding: buffer.bytes, as: UTF8.self)
            }
            self.event = event.name
            phase = event.phase.identifier
            if case .end(let outcome, let time) = event.phase {
                self.outcome = outcome.identifier
                duration = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
            } else {
                outcome = nil
                duration = nil
            }
            attributes = event.attributes.isEmpty ? nil : event.attributes
            action = event.action
            perform = event.perform
            session = event.session
            source = event.source.identifier
            userInitiated = event.isUserInitiated
            if case .identified(let user) = event.user { self.user = user } else { user = nil }
        }
    }
}

extension JSONEncoder {
    /// The same line for the same event.
    fileprivate static var analytics: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}
