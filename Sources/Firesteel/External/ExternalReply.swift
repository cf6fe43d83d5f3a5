public import Foundation

/// The result of an externally requested action, with the value that a ``ReplyAction`` returned.
public struct ExternalReply: Sendable {
    /// The outcome of the perform.
    public let outcome: ActionOutcome
    private let encoded: Result<Data, ExternalReplyError>?

    init(_ outcome: ActionOutcome, _ encoded: Result<Data, ExternalReplyError>? = nil) {
        self.outcome = outcome
        self.encoded = encoded
    }

    /// Returns the value as JSON, in UTF-8 and with sorted keys.
    ///
    /// Dates are ISO 8601, as in ``JSONInput``.
    ///
    /// - Returns: `nil` if the action ended without a value, as one that isn't a ``ReplyAction`` does.
    /// - Throws: ``ExternalReplyError`` if the value has no JSON. The action was performed nevertheless.
    public func json() throws(ExternalReplyError) -> Data? { try encoded?.get() }
}

/// An error of encoding the value that an externally requested action replied with.
public enum ExternalReplyError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The type of the value isn't `Encodable`.
    case notEncodable(type: String)
    /// The encoder failed, with its message.
    case encoding(type: String, reason: String)

    /// A message with the reason and what to do.
    public var description: String {
        switch self {
        case .notEncodable(let type):
            "Can't return the reply of an action as JSON: \(type) isn't Encodable. Conform it to Encodable."
        case .encoding(let type, let reason):
            "Can't return the reply of an action as JSON: encoding \(type) failed, \(reason)."
        }
    }
}

extension Reply {
    /// The value as JSON, or `nil` if there is none.
    var encoded: Result<Data, ExternalReplyError>? {
        guard let value else { return nil }
        let type = String(describing: Value.self)
        guard let encodable = value as? any Encodable else { return .failure(.notEncodable(type: type)) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = JSONDates.encoding
        do {
            return .success(try encoder.encode(encodable))
        } catch EncodingError.invalidValue(_, let context) {
            return .failure(.encoding(type: type, reason: context.debugDescription))
        } catch {
            return .failure(.encoding(type: type, reason: ErrorText(error).message))
        }
    }
}
