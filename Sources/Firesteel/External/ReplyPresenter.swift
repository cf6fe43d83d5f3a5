import Foundation

/// A ``Reply`` of any type, for callers that refer to actions by path.
protocol ReplyPresenter {
    static func make() -> Self
    /// The value as JSON, or `nil` if there is none.
    var encoded: Result<Data, ExternalReplyError>? { get }
}

extension Reply: ReplyPresenter {
    static func make() -> Self { Self() }
}
