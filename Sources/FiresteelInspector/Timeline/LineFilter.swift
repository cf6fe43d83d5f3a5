import Firesteel
import Logging

/// A filter for log lines.
struct LineFilter: Sendable {
    /// The lowest level.
    var level: Logger.Level = .trace
    var text: TextNeedle?
    var features: FeatureScope?
    var perform: UInt64?
    var session: UInt32?
    /// The features in focus, if lines out of focus are excluded.
    var focus: FeatureScope?

    /// Whether every line matches.
    var isEmpty: Bool {
        level == .trace && text == nil && features == nil && perform == nil && session == nil
            && focus == nil
    }

    /// The result of filtering a line.
    enum Verdict: Equatable { case shown, leftOut, outOfFocus }

    func judge(_ line: some FilterableLine) -> Verdict {
        guard line.lineLevel >= level else { return .leftOut }
        if let perform, line.linePerform != perform { return .leftOut }
        if let session, line.lineSession != session { return .leftOut }
        let path = line.lineFeature
        if let features, !(path.map(features.contains) ?? false) { return .leftOut }
        if let text, !line.contains(text) { return .leftOut }
        if let focus, line.lineLevel < .error, !(path.map(focus.contains) ?? false) { return .outOfFocus }
        return .shown
    }
}

/// A log line, of this run or of an earlier one.
protocol FilterableLine {
    var lineLevel: Logger.Level { get }
    var lineFeature: String? { get }
    var linePerform: UInt64? { get }
    var lineSession: UInt32? { get }
    /// Returns whether message, label, metadata or the names of feature and action contain a text.
    func contains(_ needle: TextNeedle) -> Bool
}

extension LogLine: FilterableLine {
    var lineLevel: Logger.Level { level }
    var lineFeature: String? { context?.feature.text }
    var linePerform: UInt64? { context?.action?.perform }
    var lineSession: UInt32? { context?.action?.session }

    func contains(_ needle: TextNeedle) -> Bool {
        needle.isIn(message) || needle.isIn(label) || metadata.values.contains(where: needle.isIn)
            || context.map { needle.isIn($0.featureName) || ($0.action.map { needle.isIn($0.name) } ?? false) } ?? false
    }
}

extension PageData.Line: FilterableLine {
    var lineLevel: Logger.Level { Logger.Level(rawValue: level) ?? .trace }
    var lineFeature: String? { feature?.path }
    var linePerform: UInt64? { perform }
    var lineSession: UInt32? { session?.id }

    func contains(_ needle: TextNeedle) -> Bool {
        needle.isIn(message) || needle.isIn(label) || (metadata?.values.contains(where: needle.isIn) ?? false)
            || (feature.map { needle.isIn($0.name) } ?? false) || (action.map { needle.isIn($0.name) } ?? false)
    }
}
