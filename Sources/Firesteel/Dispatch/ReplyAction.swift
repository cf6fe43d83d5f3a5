/// An action that returns a value to its caller.
///
/// ```swift
/// enum RenderPage: ReplyAction {
///     static func reply(to context: ActionContext<PageQuery>) async throws -> Page {
///         try await Page(context.input)
///     }
/// }
///
/// let page = try await Export.render.reply(to: query)
/// ```
///
/// It is performed and recorded like every other action. A thrown error is its failure, and is rethrown to the caller
/// of `reply(to:)`.
///
/// An external request receives the value as JSON, by ``FeatureRuntime/reply(to:input:presentedBy:in:)``.
public protocol ReplyAction: Action where Presenter == Reply<Output> {
    /// The input of the action. ``NoInput`` by default.
    associatedtype Input = NoInput
    /// The type of the value.
    associatedtype Output

    /// Performs the action and returns its value.
    static func reply(to context: ActionContext<Input>) async throws -> Output
}

extension ReplyAction {
    /// Calls ``reply(to:)`` and stores its value for the caller.
    public static func perform(
        _ context: ActionContext<Input>, presenter: Reply<Output>
    ) async throws -> ActionOutcome {
        presenter.value = try await reply(to: context)
        return .success
    }
}

/// The presenter of a ``ReplyAction``, which stores the value for the caller.
///
/// An action that closes its stack, or that doesn't return its value from one function, can use this presenter without
/// being a ``ReplyAction``: it sets ``value`` and returns any outcome.
public final class Reply<Value> {
    /// The value, `nil` until the action has one.
    public var value: Value?

    /// Creates a reply without a value.
    public init() {}
}

/// An error of an action that has a ``Reply`` for a presenter and ended without a value.
public struct MissingReplyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The action's name.
    public let action: String

    /// Creates an error for the action with a name.
    public init(action: String) { self.action = action }

    /// A message with the cause and what to do.
    public var description: String {
        "\(action) succeeded without a reply. Let the action set the value of its presenter."
    }
}

extension Performable where BoundAction: Action {
    /// Performs an action and returns the value that it replies with.
    ///
    /// - Parameters:
    ///   - input: The action's input.
    ///   - options: The session, the source, and metadata of log lines.
    /// - Throws: The error of a failure, `CancellationError` if the action was cancelled, ``MissingReplyError`` if the
    ///   action succeeded without a value.
    public func reply<Output>(
        to input: BoundAction.Input, options: PerformOptions = PerformOptions()
    ) async throws -> Output where BoundAction.Presenter == Reply<Output> {
        let reply = Reply<Output>()
        switch await Dispatcher.perform(BoundAction.self, reference, grant, input, reply, options) {
        case .success, .successClosing:
            guard let value = reply.value else { throw MissingReplyError(action: BoundAction.name) }
            return value
        case .failure(let error), .failureClosing(let error): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// Performs an action that needs no input and returns the value that it replies with.
    ///
    /// See ``reply(to:options:)``.
    public func reply<Output>(
        options: PerformOptions = PerformOptions()
    ) async throws -> Output where BoundAction.Presenter == Reply<Output>, BoundAction.Input == NoInput {
        try await reply(to: NoInput(), options: options)
    }
}
