/// A destination of activities, where the user finds and continues them: an index in the program or the system.
///
/// ``ActivityIndex`` works on all platforms. Pass publishers to ``FeatureRuntime/publishActivities(to:donatingTo:)``.
///
/// ## Implementing a publisher
///
/// - An activity is published after its action succeeded. Each session has at most one current activity. ``resign(_:)``
///   is called when it is no longer current: the session or the feature's stack closed, or another was published. It
///   can still be found.
/// - The same activity may be published again with the same ``PublishedActivity/id`` and a different time or
///   description.
/// - Calls never overlap, and performs don't wait for them. Don't call ``ActivityCenter`` from within one.
/// - ``remove(_:)`` erases: nothing may remain when it returns. It may be called for activities that weren't published
///   here, such as those of an earlier run.
public protocol ActivityPublisher: Sendable {
    /// The name in faults and in the inspector.
    var name: String { get }

    /// Publishes the activity of an action that succeeded, which becomes the current one of its session.
    ///
    /// - Throws: Any error. It is reported, and the other publishers are called nevertheless.
    func publish(_ activity: PublishedActivity) throws

    /// Resigns an activity that is no longer the current one of a session.
    ///
    /// - Throws: Any error. It is reported.
    func resign(_ activity: PublishedActivity) throws

    /// Erases activities.
    ///
    /// - Throws: An error if an activity can't be removed.
    func remove(_ selection: ActivitySelection) throws
}

extension ActivityPublisher {
    /// Does nothing, for publishers without a current activity.
    public func resign(_ activity: PublishedActivity) throws {}
}
