public import FiresteelTimeline
public import Logging

/// Where an action is performed, for what reason, and what its log lines carry.
///
/// ```swift
/// await Export.export.perform(query, options: .in(session))
/// await Export.export.perform(query, options: .in(session).from(.http).with(["request": "\(id)"]))
/// ```
///
/// Everything has a default, which is what an action performed by the program itself needs.
public struct PerformOptions: Sendable {
    /// The session.
    ///
    /// By default the session of the action that performs this one, else the session in effect, else the runtime's
    /// ``FeatureRuntime/main``.
    public var session: ActionSession?
    /// What caused the perform.
    ///
    /// By default the source of the action that performs this one, else the application.
    public var source: ActionSource?
    /// Whether the user started it.
    ///
    /// By default as the session says; `false` below another action.
    public var isUserInitiated: Bool?
    /// What the log lines of the action, and of the actions it performs, carry beside their own metadata: a request
    /// identifier, for example.
    ///
    /// Added to the metadata of the action that performs this one. A logger's own value for the same key has priority.
    public var metadata: Logger.Metadata?

    /// Creates options.
    @inlinable
    public init(
        session: ActionSession? = nil, source: ActionSource? = nil, isUserInitiated: Bool? = nil,
        metadata: Logger.Metadata? = nil
    ) {
        self.session = session
        self.source = source
        self.isUserInitiated = isUserInitiated
        self.metadata = metadata
    }

    /// Performs in a session.
    public static func `in`(_ session: ActionSession) -> PerformOptions { PerformOptions(session: session) }

    /// Performs for something outside of the program.
    public static func from(_ source: ActionSource) -> PerformOptions { PerformOptions(source: source) }

    /// Adds to the metadata of the action's log lines.
    public static func with(_ metadata: Logger.Metadata) -> PerformOptions { PerformOptions(metadata: metadata) }

    /// Performs as started by the user, or not.
    public static func userInitiated(_ isUserInitiated: Bool) -> PerformOptions {
        PerformOptions(isUserInitiated: isUserInitiated)
    }

    /// The same options in a session.
    public func `in`(_ session: ActionSession) -> PerformOptions { changing { $0.session = session } }

    /// The same options for something outside of the program.
    public func from(_ source: ActionSource) -> PerformOptions { changing { $0.source = source } }

    /// The same options with more metadata.
    public func with(_ metadata: Logger.Metadata) -> PerformOptions {
        changing { $0.metadata = $0.metadata.adding(metadata) }
    }

    /// The same options, as started by the user or not.
    public func userInitiated(_ isUserInitiated: Bool) -> PerformOptions {
        changing { $0.isUserInitiated = isUserInitiated }
    }

    private func changing(_ body: (inout PerformOptions) -> Void) -> PerformOptions {
        var options = self
        body(&options)
        return options
    }
}

extension Logger.Metadata? {
    /// Both, of which the added values have priority.
    @inline(__always)
    func adding(_ other: Logger.Metadata?) -> Logger.Metadata? {
        guard let other else { return self }
        guard let metadata = self else { return other }
        return metadata.merging(other) { _, new in new }
    }
}
