public import Logging
import Synchronization

/// Which log lines are wanted: levels per feature path, and the focus.
///
/// Changed at any time, from anywhere.
///
/// A level holds for a feature and everything below it, until a feature below has its own. Lines outside every feature have
/// the ``level`` of everything else.
///
/// The focus hides what is out of it, except errors, from the outputs. It never changes what is recorded: warnings and
/// errors reach the timeline, and lines at their level the ``LogStore``, whether in focus or not.
public final class LogControl: Sendable {
    private struct State {
        var level = Logger.Level.info
        var levels: [FeaturePath: Logger.Level] = [:]
        var focus: Set<FeaturePath> = []
        var features: [RegisteredFeature] = []
        /// The one registered last where several have a path.
        var featuresByPath: [FeaturePath: RegisteredFeature] = [:]
    }

    private let state = Mutex(State())
    /// The threshold of lines outside every feature.
    private let outside: Atomic<UInt8>
    /// The threshold of everything, where no feature has a level of its own and there is no focus; else no threshold.
    private let uniform: Atomic<UInt8>
    private let changes: ChangeCounters
    private let keepsLines: Bool
    private let records: Bool

    /// Makes the loggers of features.
    let makeLogger: @Sendable (_ label: String) -> Logger
    /// Firesteel's own lines.
    let logger: Logger

    /// - Parameters:
    ///   - keepsLines: Whether a ``LogStore`` keeps lines.
    ///   - records: Whether a timeline records warnings and errors.
    init(
        changes: ChangeCounters, keepsLines: Bool, records: Bool,
        makeLogger: @escaping @Sendable (_ label: String) -> Logger
    ) {
        self.changes = changes
        self.keepsLines = keepsLines
        self.records = records
        self.makeLogger = makeLogger
        logger = makeLogger("firesteel")
        let threshold = LogThreshold(level: .info, keepsLines: keepsLines, records: records)
        outside = Atomic(threshold.packed)
        uniform = Atomic(threshold.packed)
    }

    /// The level of whatever has none of its own.
    ///
    /// `info` at first.
    public var level: Logger.Level {
        get { state.withLock { $0.level } }
        set { change { $0.level = newValue } }
    }

    /// The levels that features have of their own.
    public var levels: [FeaturePath: Logger.Level] { state.withLock { $0.levels } }

    /// Gives a feature, and everything below it, a level of its own, or with `nil` takes it away.
    public func setLevel(_ level: Logger.Level?, for path: FeaturePath) {
        change { $0.levels[path] = level }
    }

    /// The features in focus, with everything below them.
    ///
    /// Empty: everything is in focus.
    public var focus: Set<FeaturePath> {
        get { state.withLock { $0.focus } }
        set { change { $0.focus = newValue } }
    }

    /// The level that lines of a feature have.
    public func effectiveLevel(for path: FeaturePath) -> Logger.Level {
        state.withLock { Self.level(for: path, $0) }
    }

    /// Whether a feature is in focus.
    public func isInFocus(_ path: FeaturePath?) -> Bool {
        state.withLock { Self.isInFocus(path, $0) }
    }

    func add(_ feature: RegisteredFeature) {
        state.withLock { state in
            state.features.append(feature)
            state.featuresByPath[feature.path] = feature
            feature.logThreshold.store(threshold(for: feature.path, state).packed, ordering: .relaxed)
        }
    }

    /// The threshold of a feature, or of lines outside every feature.
    ///
    /// One load where no path is given, else a lock and a walk over the levels and the focus.
    func threshold(for path: FeaturePath?) -> LogThreshold {
        guard let path else { return LogThreshold(packed: outside.load(ordering: .relaxed)) }
        return state.withLock { threshold(for: path, $0) }
    }

    /// The threshold of every line, whatever is being done, where there is only one.
    ///
    /// One load.
    var uniformThreshold: LogThreshold? {
        let packed = uniform.load(ordering: .relaxed)
        return packed == Self.notUniform ? nil : LogThreshold(packed: packed)
    }

    /// No threshold: there is no level of this rank.
    private static let notUniform: UInt8 = 0xFF

    /// The feature at a path, the one registered last where several have it.
    func feature(at path: FeaturePath) -> RegisteredFeature? {
        state.withLock { $0.featuresByPath[path] }
    }

    private func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            let threshold = threshold(for: nil, state).packed
            outside.store(threshold, ordering: .relaxed)
            let isUniform = state.levels.isEmpty && state.focus.isEmpty
            uniform.store(isUniform ? threshold : Self.notUniform, ordering: .relaxed)
            for feature in state.features {
                feature.logThreshold.store(self.threshold(for: feature.path, state).packed, ordering: .relaxed)
            }
        }
        changes.loggingChanged()
    }

    private func threshold(for path: FeaturePath?, _ state: borrowing State) -> LogThreshold {
        let level = path.map { Self.level(for: $0, state) } ?? state.level
        return LogThreshold(
            level: level, isInFocus: Self.isInFocus(path, state), keepsLines: keepsLines, records: records)
    }

    private static func level(for path: FeaturePath, _ state: borrowing State) -> Logger.Level {
        var nearest: (length: Int, level: Logger.Level)?
        for (owner, level) in state.levels where path.isAtOrBelow(owner) {
            let length = owner.text.utf8.count
            if length > nearest?.length ?? -1 { nearest = (length, level) }
        }
        return nearest?.level ?? state.level
    }

    private static func isInFocus(_ path: FeaturePath?, _ state: borrowing State) -> Bool {
        guard !state.focus.isEmpty else { return true }
        guard let path else { return false }
        return state.focus.contains { path.isAtOrBelow($0) }
    }
}
