import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// Notes which flags met whom: on the timeline once for each value and session, and for each perform for its log lines.
///
/// A read that was noted before, in the same perform, is a look at the perform's few entries; one that was noted before in
/// the same session, a look at the session's table. Only a value that is new to a session takes locks and allocates.
final class FlagExposures: Sendable {
    let timeline: Timeline
    private let performs: PerformFlags
    private let state = Mutex(State())

    private struct State {
        /// Where it is noted what was read outside actions.
        var main: SessionRecord?
        /// Flags that decide about a feature, by their keys.
        var features: [String: NameID] = [:]
        /// What log lines say of each flag and value that was read.
        var texts = BoundedTable<UInt64, LogContext.Flag>(limit: 16_384)
        /// Flags that were read at all.
        var keys: Set<String> = []
    }

    init(timeline: Timeline) {
        self.timeline = timeline
        performs = PerformFlags(count: timeline.inFlightCapacity)
    }

    var main: SessionRecord? {
        get { state.withLock { $0.main } }
        set { state.withLock { $0.main = newValue } }
    }

    /// Learns which flags decide about features, so that an exposure outside actions says of which.
    func add(_ features: [RegisteredFeature]) {
        state.withLock { state in
            for feature in features {
                for case let flagged as Flagged in feature.constraints {
                    state.features[flagged.flag(at: feature.path).key] = feature.timelineName
                }
            }
        }
    }

    /// Whether a key was read so far.
    func wasRead(_ key: String) -> Bool { state.withLock { $0.keys.contains(key) } }

    // MARK: Reads

    /// A flag's value, as long as the flag is read in one stack: never 0.
    static func word(_ read: FlagRead) -> UInt64? {
        guard read.index != .max else { return nil }
        return UInt64(read.index + 1) << 32 | UInt64(read.version)
    }

    /// Notes a read.
    ///
    /// - Parameters:
    ///   - word: The flag and its value.
    ///   - frame: What is being done, in a session of this runtime.
    ///   - resolution: Gives what was read.
    func note(_ word: UInt64, in frame: borrowing PerformFrame, _ resolution: () -> FlagRead.Resolved?) {
        let place = frame.reference == nil ? -1 : frame.entry
        if place >= 0, performs.contains(word, perform: frame.perform, at: place) { return }
        if !frame.session.record.exposures.contains(word) {
            expose(word, in: frame.session.record, copy frame, resolution)
        }
        if place >= 0 { performs.add(word, perform: frame.perform, at: place) }
    }

    /// Notes a read outside all sessions.
    func recordOutsideSessions(_ word: UInt64, _ resolution: () -> FlagRead.Resolved?) {
        guard let main else { return }
        expose(word, in: main, nil, resolution)
    }

    @inline(never)
    private func expose(
        _ word: UInt64, in session: SessionRecord, _ frame: PerformFrame?, _ resolution: () -> FlagRead.Resolved?
    ) {
        guard let (key, resolution) = resolution() else { return }
        let answer = FlagAnswer(resolution)
        let feature = state.withLock { state in
            state.texts[word] = LogContext.Flag(key: key, value: FlagText.plain(resolution.value))
            state.keys.insert(key)
            return state.features[key]
        }
        session.exposures.add(word, value: FlagText.hash(key, answer)) {
            var fields = ChangeFields(time: timeline.now)
            fields.session = session.identifier
            fields.sessionName = session.timelineName
            if let frame { fields.place(frame) }
            if fields.subject == .none { fields.subject = feature ?? .none }
            timeline.flagExposed(timeline.nameFlag(key), answer, fields)
        }
    }

    /// The flags that a perform has read so far, at most ``PerformFlags/most`` of them, in the order in which it read them first.
    func flags(of frame: PerformFrame) -> [LogContext.Flag] {
        guard frame.reference != nil, frame.entry >= 0 else { return [] }
        let words = performs.words(perform: frame.perform, at: frame.entry)
        guard !words.isEmpty else { return [] }
        return state.withLock { state in words.compactMap { state.texts[$0] } }
    }

    // MARK: Changes

    /// So many changes of flags at once are recorded one by one.
    static let mostChanges = 256

    /// Puts changes of flags on the timeline, those that somebody read before the others.
    func record(_ changes: [FlagChange], _ fields: ChangeFields) {
        let changes = changes.filter { $0.valueChanged || $0.old.variant != $0.new.variant }
        let known = state.withLock { state in changes.map { state.keys.contains($0.key) } }
        let ordered =
            zip(changes, known).filter { $0.1 }.map { $0.0 } + zip(changes, known).filter { !$0.1 }.map { $0.0 }
        for change in ordered.prefix(Self.mostChanges) {
            timeline.flagChanged(
                timeline.nameFlag(change.key), from: FlagAnswer(change.old), to: FlagAnswer(change.new), fields)
        }
        guard ordered.count > Self.mostChanges else { return }
        var words = "\(ordered.count - Self.mostChanges) more flags changed at once"
        words.withUTF8 {
            timeline.note(NoteFields(time: fields.time, kind: .remark), text: UnsafeRawBufferPointer($0))
        }
    }

    /// Forgets what was read, so that it is noted again.
    func forget() {
        state.withLock { state in
            state.texts.removeAll()
            state.keys = []
        }
        performs.removeAll()
    }
}

extension ChangeFields {
    /// Says during which perform it happened.
    mutating func place(_ frame: PerformFrame) {
        session = frame.session.identifier
        sessionName = frame.session.record.timelineName
        guard frame.reference != nil else { return }
        perform = frame.perform
        stack = frame.stack
        // Nothing on the timeline is a hidden action's.
        let action = frame.action
        subject = action.recording == .hidden ? action.feature.timelineName : action.timelineName
    }
}

extension FlagAnswer {
    init(_ resolution: Resolution<FlagValue>) {
        self.init(
            value: resolution.value.json(), variant: resolution.variant, provider: resolution.provider,
            reason: resolution.reason.rawValue)
    }
}
