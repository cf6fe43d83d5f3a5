import FiresteelFlags
import FiresteelTimeline
import Synchronization

/// Records exposures to flags: on the timeline once for each value and session, and for the log lines of each perform.
///
/// A repeated read in the same perform costs a search of the perform's few entries, and one in the same session a
/// search of the session's table. Only a value that is new to a session takes locks and allocates.
final class FlagExposures: Sendable {
    let timeline: Timeline
    private let performs: PerformFlags
    private let reads = FlagReadLog()
    private let state = Mutex(State())

    private struct State {
        /// The session that records reads outside actions.
        var main: SessionRecord?
        /// The features that flags decide about, by the flags' keys.
        var features: [String: NameID] = [:]
        /// The values of flags that were read.
        var values = EvictingDictionary<UInt64, Value>(limit: 16_384)
        /// The keys of the flags that were read.
        var keys: Set<String> = []
    }

    /// A value of a flag that was read: for log lines, and with its origin.
    struct Value {
        let flag: LogContext.Flag
        let answer: FlagAnswer
    }

    init(timeline: Timeline) {
        self.timeline = timeline
        performs = PerformFlags(count: timeline.inFlightCapacity)
    }

    var main: SessionRecord? {
        get { state.withLock { $0.main } }
        set { state.withLock { $0.main = newValue } }
    }

    /// Registers the flags that decide about features, so that an exposure outside actions records the feature.
    func add(_ features: [RegisteredFeature]) {
        state.withLock { state in
            for feature in features {
                for dependency in feature.constraintFlags.joined() {
                    state.features[dependency.flag.key] = feature.timelineName
                }
            }
        }
    }

    /// Returns whether the flag of a key was read.
    func wasRead(_ key: String) -> Bool { state.withLock { $0.keys.contains(key) } }

    // MARK: Reads

    /// Returns a number for a flag and its value, valid within one stack and never 0.
    static func word(_ read: FlagRead) -> UInt64? {
        guard read.index != .max else { return nil }
        return UInt64(read.index + 1) << 32 | UInt64(read.version)
    }

    /// Records a read.
    ///
    /// - Parameters:
    ///   - word: The flag and its value.
    ///   - frame: The frame in effect, in a session of this runtime.
    ///   - resolution: Returns the value that was read.
    func record(_ word: UInt64, in frame: borrowing PerformFrame, _ resolution: () -> FlagRead.Resolved?) {
        let entry = frame.reference == nil ? -1 : frame.entry
        if entry >= 0, performs.contains(word, perform: frame.perform, at: entry) { return }
        if !frame.session.record.exposures.contains(word) {
            expose(word, in: frame.session.record, copy frame, resolution)
        }
        if entry >= 0, performs.add(word, perform: frame.perform, at: entry) {
            reads.add(word, perform: frame.perform, began: frame.began, at: entry)
        }
    }

    /// Records a read outside all sessions.
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
            state.values[word] = Value(
                flag: LogContext.Flag(key: key, value: FlagText.plain(resolution.value)), answer: answer)
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

    /// Returns the flags that a perform has read, at most ``PerformFlags/most``, in the order of their first reads.
    func flags(of frame: PerformFrame) -> [LogContext.Flag] {
        guard frame.reference != nil, frame.entry >= 0 else { return [] }
        let words = performs.words(perform: frame.perform, at: frame.entry)
        guard !words.isEmpty else { return [] }
        var flags: [LogContext.Flag] = []
        for word in words {
            if let feature = PerformFlags.feature(of: word) {
                for flag in valuesNow(ofFlagsOf: feature, in: frame.session)
                where !flags.contains(where: { $0.key == flag.key }) {
                    flags.append(flag)
                }
            } else if let flag = state.withLock({ $0.values[word]?.flag }),
                !flags.contains(where: { $0.key == flag.key })
            {
                flags.append(flag)
            }
        }
        return Array(flags.prefix(PerformFlags.most))
    }

    /// Records that a feature's flags decided a request by the action in effect, in a session with its own context.
    ///
    /// The values are evaluated when a log line needs them, since a request with a cached result evaluates no flag.
    func recordFlags(of feature: RegisteredFeature, in session: ActionSession) {
        PerformFrame.withInnermost { frame in
            guard let frame, frame.pointee.reference != nil, frame.pointee.entry >= 0,
                frame.pointee.unownedSession.toOpaque() == Unmanaged.passUnretained(session).toOpaque()
            else { return }
            let word = PerformFlags.word(ofFlagsOf: feature.index)
            guard !performs.contains(word, perform: frame.pointee.perform, at: frame.pointee.entry) else { return }
            performs.add(word, perform: frame.pointee.perform, at: frame.pointee.entry)
        }
    }

    private func valuesNow(ofFlagsOf feature: UInt32, in session: ActionSession) -> [LogContext.Flag] {
        let dispatcher = session.dispatcher
        guard let feature = dispatcher.features[feature], let context = session.context?.evaluationContext else {
            return []
        }
        return feature.flags.map { flag in
            let value = dispatcher.flags.resolution(of: flag, in: context, countsAsRead: false).value
            return LogContext.Flag(key: flag.key, value: value ? "true" : "false")
        }
    }

    /// Returns the known values of a flag, by their words.
    func values(of key: String) -> [UInt64: FlagAnswer] {
        state.withLock { state in
            state.values.all.filter { $0.value.flag.key == key }.mapValues(\.answer)
        }
    }

    /// Returns the known values of words, by the flags' keys.
    func values(of words: [UInt64]) -> [String: (word: UInt64, answer: FlagAnswer)] {
        state.withLock { state in
            words.reduce(into: [:]) { found, word in
                guard let value = state.values[word] else { return }
                found[value.flag.key] = (word, value.answer)
            }
        }
    }

    /// Returns the last reads by performs, the newest first.
    func readings(of key: String?, by perform: UInt64?) -> [FlagReading] {
        let entries = reads.newest.filter { perform == nil || $0.perform == perform }
        return state.withLock { state in
            entries.compactMap { entry in
                guard let value = state.values[entry.word], key == nil || value.flag.key == key else { return nil }
                return FlagReading(perform: entry.perform, key: value.flag.key, answer: value.answer)
            }
        }
    }

    // MARK: Changes

    /// The maximum number of changes in one batch that are recorded individually.
    static let maximumChanges = 256

    /// Records changes of flags on the timeline, starting with flags that were read.
    func record(_ changes: [FlagChange], _ fields: ChangeFields) {
        let changes = changes.filter { $0.valueChanged || $0.old.variant != $0.new.variant }
        let known = state.withLock { state in changes.map { state.keys.contains($0.key) } }
        let ordered =
            zip(changes, known).filter { $0.1 }.map { $0.0 } + zip(changes, known).filter { !$0.1 }.map { $0.0 }
        for change in ordered.prefix(Self.maximumChanges) {
            timeline.flagChanged(
                timeline.nameFlag(change.key), from: FlagAnswer(change.old), to: FlagAnswer(change.new),
                revision: change.new.revision, fields)
        }
        guard ordered.count > Self.maximumChanges else { return }
        var words = "\(ordered.count - Self.maximumChanges) more flags changed together"
        words.withUTF8 {
            timeline.note(NoteFields(time: fields.time, kind: .remark), text: UnsafeRawBufferPointer($0))
        }
    }

    /// Clears the recorded reads, so that they are recorded again.
    func forget() {
        state.withLock { state in
            state.values.removeAll()
            state.keys = []
        }
        performs.removeAll()
        reads.removeAll()
    }
}

extension ChangeFields {
    /// Sets the perform of the change.
    mutating func place(_ frame: PerformFrame) {
        session = frame.session.identifier
        sessionName = frame.session.record.timelineName
        guard frame.reference != nil else { return }
        perform = frame.perform
        stack = frame.stack
        // The timeline contains no hidden actions.
        let action = frame.action
        subject = action.recording == .hidden ? action.feature.timelineName : action.timelineName
    }
}

extension FlagAnswer {
    init(_ resolution: Resolution<JSONValue>) {
        self.init(
            value: resolution.value.json(), variant: resolution.variant, provider: resolution.provider,
            reason: resolution.reason.rawValue)
    }
}
