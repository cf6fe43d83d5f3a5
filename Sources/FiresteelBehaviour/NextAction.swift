public import Firesteel
import FiresteelStatistics

/// An action that follows another one, and how certain that is.
public struct NextAction: Sendable, Hashable {
    /// The action that follows.
    public let action: ActionPath
    /// The number of times that it followed.
    public let count: Int
    /// The number of times that any action followed.
    public let observations: Int
    /// A share of the observations that the action has at least, from 0 to 1: the lower end of the Wilson score interval with 95 %
    /// confidence.
    ///
    /// So 3 of 3 observations are 0.44, and 60 of 100 are 0.50: few observations count for little. It assumes independent
    /// observations, which those of one person are not, and is meant for ranking and for hiding what is uncertain.
    public let confidence: Double

    init(_ action: ActionPath, count: Int, of observations: Int) {
        self.action = action
        self.count = count
        self.observations = observations
        confidence = RateCounts(validAffected: count, of: observations).interval?.lower ?? 0
    }

    /// The share of the observations, from 0 to 1.
    public var share: Double { Double(count) / Double(observations) }
}
