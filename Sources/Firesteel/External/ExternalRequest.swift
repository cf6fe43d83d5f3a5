public import FiresteelTimeline
public import Foundation

/// An action that somebody outside asks for.
public struct ExternalRequest: Sendable {
    /// Which action.
    public let action: ActionPath
    /// Where the request comes from.
    public let source: ActionSource
    /// The link that was opened, if it was one.
    public let link: String?
    /// The name of the route that it took, if it took a named one.
    public let route: String?

    /// A request.
    public init(_ action: ActionPath, from source: ActionSource, link: String? = nil, route: String? = nil) {
        self.action = action
        self.source = source
        self.link = link
        self.route = route
    }
}

/// What an action from outside is given: something that its input is decoded from.
public protocol ExternalInput: Sendable {
    /// Decodes an input.
    ///
    /// - Throws: ``ExternalInputError``, or what the decoder throws: a `DecodingError` is told with the name of the value
    ///   that is missing or wrong.
    func decode<Input: Decodable>(_ type: Input.Type) throws -> Input

    /// Makes an input in another way than by decoding, for one that need not be `Decodable`.
    ///
    /// Asked first. By default `nil`: it is decoded.
    ///
    /// - Throws: ``ExternalInputError``, or anything that says what is wrong.
    func make<Input>(_ type: Input.Type) throws -> Input?
}

extension ExternalInput {
    /// `nil`.
    public func make<Input>(_ type: Input.Type) throws -> Input? { nil }
}

/// An input that is JSON.
///
/// Dates are ISO 8601, as `2026-01-31T08:30:00.25Z`: with any number of digits of a second, in UTC or with an offset from it.
public struct JSONInput: ExternalInput {
    /// The JSON, in UTF-8.
    public let data: Data

    /// An input of JSON; an empty object by default.
    public init(_ data: Data = Data("{}".utf8)) {
        self.data = data
    }

    /// Decodes an input.
    public func decode<Input: Decodable>(_ type: Input.Type) throws -> Input {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = JSONDates.decoding
        return try decoder.decode(type, from: data)
    }
}
