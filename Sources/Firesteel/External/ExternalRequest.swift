public import FiresteelTimeline
public import Foundation
public import Logging

/// An external request to perform an action.
public struct ExternalRequest: Sendable {
    /// The path of the action.
    public let action: ActionPath
    /// The source of the request.
    public let source: ActionSource
    /// The link that was opened, if any.
    public let link: String?
    /// The name of the route that matched, if it has one.
    public let route: String?
    /// Whether the user started the action, rather than a program.
    public let isUserInitiated: Bool
    /// The metadata of the action's log lines, such as the identifier of an HTTP request.
    public let metadata: Logger.Metadata?
    /// The session that the caller of ``FeatureRuntime/perform(_:input:presentedBy:in:)`` selected, if any.
    ///
    /// A router presents the action there, or declines.
    public internal(set) var session: ActionSession?

    /// Creates a request.
    public init(
        _ action: ActionPath, from source: ActionSource, link: String? = nil, route: String? = nil,
        isUserInitiated: Bool = true, metadata: Logger.Metadata? = nil
    ) {
        self.action = action
        self.isUserInitiated = isUserInitiated
        self.metadata = metadata
        self.source = source
        self.link = link
        self.route = route
    }
}

/// The data from which the input of an externally requested action is decoded.
public protocol ExternalInput: Sendable {
    /// Decodes an input.
    ///
    /// - Throws: ``ExternalInputError``, or the decoder's error. The runtime reports a `DecodingError` with the name of
    ///   the missing or invalid value.
    func decode<Input: Decodable>(_ type: Input.Type) throws -> Input

    /// Creates an input without decoding, for a type that need not be `Decodable`.
    ///
    /// Called first. By default returns `nil`, so that the input is decoded.
    ///
    /// - Throws: ``ExternalInputError``, or any error with a description.
    func make<Input>(_ type: Input.Type) throws -> Input?
}

extension ExternalInput {
    /// Returns `nil`, so that the input is decoded.
    public func make<Input>(_ type: Input.Type) throws -> Input? { nil }
}

/// An input in JSON.
///
/// Dates are ISO 8601, such as `2026-01-31T08:30:00.25Z`: with any number of fractional digits, in UTC or with an
/// offset from it.
public struct JSONInput: ExternalInput {
    /// The JSON data, in UTF-8.
    public let data: Data

    /// Creates an input from JSON data, by default an empty object.
    public init(_ data: Data = Data("{}".utf8)) {
        self.data = data
    }

    /// Decodes an input from the JSON data.
    public func decode<Input: Decodable>(_ type: Input.Type) throws -> Input {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = JSONDates.decoding
        return try decoder.decode(type, from: data)
    }
}
