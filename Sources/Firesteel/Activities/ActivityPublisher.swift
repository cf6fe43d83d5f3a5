/// Takes activities to where people find and continue them: an index in the program, the system.
///
/// ``ActivityIndex`` is the one that works everywhere. Give publishers to
/// ``FeatureRuntime/publishActivities(to:donatingTo:)``.
///
/// ## Implementing a publisher
///
/// - An activity is published after its action succeeded; in each session one at most is current. ``resign(_:)`` says that
///   it no longer is: the session or the feature's stack closed, or another was published. It may still be found.
/// - The same activity may be published again: ``PublishedActivity/id`` is then the same, the time and the words may not be.
/// - Calls never overlap, and performs don't wait for them. Don't call ``ActivityCenter`` from within one.
/// - ``remove(_:)`` erases: when it returns, nothing of it may be left. It may come for what was never published here, as
///   from an earlier run.
public protocol ActivityPublisher: Sendable {
    /// What it is called in faults and in the inspector.
    var name: String { get }

    /// An action succeeded, and its activity is the current one of its session.
    ///
    /// - Throws: Anything; it is reported, and the other publishers are told all the same.
    func publish(_ activity: PublishedActivity) throws

    /// An activity is no longer the current one of a session.
    ///
    /// - Throws: Anything; it is reported.
    func resign(_ activity: PublishedActivity) throws

    /// Erases activities.
    ///
    /// - Throws: What the system says where something can't be removed.
    func remove(_ selection: ActivitySelection) throws
}

extension ActivityPublisher {
    /// Nothing: for a publisher that knows no current activity.
    public func resign(_ activity: PublishedActivity) throws {}
}
