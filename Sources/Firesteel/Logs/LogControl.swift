public import Logging
import Synchronization

/// The log levels of features, and the focus.
///
/// Both can be changed at any time, from any thread.
///
/// A level applies to a feature and its descendants, unless a descendant has a separate level. Lines outside all
/// features have the default ``level``.
///
/// The focus hides lines of other features from the outputs, except errors. It never changes what is recorded: warnings
/// and errors reach the timeline, and lines at their level the ``LogStore``, in focus or not.
public final class LogControl: Sendable {
    private struct State {
        var level = Logger.Level.info
        var levels: [FeaturePath: Logger.Level] = [:]
        var focus: Set<FeaturePath> = []
        var features: [RegisteredFeature] = []
        /// The last registered feature, if several have the same path.
        var featuresByPath: [FeaturePath: RegisteredFeature] = [:]
    }

    private let state = Mutex(State())
    /// The threshold of lines outside all features.
    private let outside: Atomic<UInt8>
    /// The threshold of all lines if no feature has a separate level and there is no focus; otherwise no threshold.
    private let uniform: Atomic<UInt8>
    private let changes: ChangeCounters
    private let keepsLines: Bool
    private let records: Bool

    /// Creates the loggers of features.
    let makeLogger: @Sendable (_ label: String) -> Logger
    /// The logger of Firesteel's own lines.
    let logger: Logger

    /// - Parameters:
    ///   - keepsLines: Whether a ``LogStore`` stores lines.
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

    /// The default level.
    ///
    /// `info` initially.
    public var level: Logger.Level {
        get { state.withLock { $0.level } }
        set { change { $0.level = newValue } }
    }

    /// The separate levels of features.
    public var levels: [FeaturePath: Logger.Level] { state.withLock { $0.levels } }

    /// Sets a separate level for a feature and its descendants, or removes it with `nil`.
    public func setLevel(_ level: Logger.Level?, for path: FeaturePath) {
        change { $0.levels[path] = level }
    }

    /// The features in focus, including their descendants.
    ///
    /// If empty, all features are in focus.
    public var focus: Set<FeaturePath> {
        get { state.withLock { $0.focus } }
        set { change { $0.focus = newValue } }
    }

    /// Returns the level that lines of a feature have.
    public func effectiveLevel(for path: FeaturePath) -> Logger.Level {
        state.withLock { Self.level(for: path, $0) }
    }

    /// Returns whether a feature is in focus.
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

    /// Returns the threshold of a feature, or of lines outside all features.
    ///
    /// Costs one load without a path, otherwise a lock and a search of the levels and the focus.
    func threshold(for path: FeaturePath?) -> LogThreshold {
        guard let path else { return LogThreshold(packed: outside.load(ordering: .relaxed)) }
        return state.withLock { threshold(for: path, $0) }
    }

    /// The threshold of all lines, if there is only one.
    ///
    /// Costs one load.
    var uniformThreshold: LogThreshold? {
        let packed = uniform.load(ordering: .relaxed)
        return packed == Self.notUniform ? nil : LogThreshold(packed: packed)
    }

    /// The mark for several thresholds: no level has this rank.
    private static let notUniform: UInt8 = 0xFF

    /// Returns the feature at a path, the one registered last where several have it.
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
