public import FiresteelTimeline
public import Logging

/// The session, the cause, and the log metadata of a perform.
///
/// ```swift
/// await Export.export.perform(query, options: .in(session))
/// await Export.export.perform(query, options: .in(session).from(.http).with(["request": "\(id)"]))
/// ```
///
/// The defaults of all options suit an action that the program itself performs.
public struct PerformOptions: Sendable {
    /// The session.
    ///
    /// By default the session of the action that performs this one, otherwise the session in effect, otherwise the
    /// runtime's ``FeatureRuntime/main``.
    public var session: ActionSession?
    /// The cause of the perform.
    ///
    /// By default the source of the action that performs this one, otherwise the application.
    public var source: ActionSource?
    /// Whether the user started the perform.
    ///
    /// By default the value of the session, or `false` if another action performs it.
    public var isUserInitiated: Bool?
    /// The metadata of log lines of the action and of the actions it performs, such as a request identifier.
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

    /// Returns options with a session.
    public static func `in`(_ session: ActionSession) -> PerformOptions { PerformOptions(session: session) }

    /// Returns options with a source outside of the program.
    public static func from(_ source: ActionSource) -> PerformOptions { PerformOptions(source: source) }

    /// Returns options with metadata for the action's log lines.
    public static func with(_ metadata: Logger.Metadata) -> PerformOptions { PerformOptions(metadata: metadata) }

    /// Returns options that specify whether the user started the perform.
    public static func userInitiated(_ isUserInitiated: Bool) -> PerformOptions {
        PerformOptions(isUserInitiated: isUserInitiated)
    }

    /// Returns a copy with another session.
    public func `in`(_ session: ActionSession) -> PerformOptions { changing { $0.session = session } }

    /// Returns a copy with another source.
    public func from(_ source: ActionSource) -> PerformOptions { changing { $0.source = source } }

    /// Returns a copy with additional metadata.
    public func with(_ metadata: Logger.Metadata) -> PerformOptions {
        changing { $0.metadata = $0.metadata.adding(metadata) }
    }

    /// Returns a copy that specifies whether the user started the perform.
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
    /// Returns the combined metadata, in which the added values have priority.
    @inline(__always)
    func adding(_ other: Logger.Metadata?) -> Logger.Metadata? {
        guard let other else { return self }
        guard let metadata = self else { return other }
        return metadata.merging(other) { _, new in new }
    }
}
