public import FiresteelBase
import FiresteelTimeline
import Foundation

/// An input whose values are retained with each perform, so that a report of a failure becomes a test.
///
/// Inputs are private, so only the inputs of types that conform are retained. List the values that readers of a report must
/// not see in ``hiddenKeys``: they aren't encoded, and a test has placeholders for them.
///
/// ```swift
/// struct Transfer: ReplayableInput {
///     static let hiddenKeys = ["account"]
///     let account: String
///     let amount: Int
/// }
/// ```
///
/// The input is encoded on the thread that performs, when the action begins. Each perform takes its coding's size in the
/// ring of the timeline, so that older events are overwritten sooner.
public protocol ReplayableInput: Codable, Sendable {
    /// The maximum number of bytes of JSON. A larger input isn't retained. 1,024 by default, at most 4,096.
    static var replayLimit: Int { get }

    /// The names of coding keys whose values are hidden, at any depth. None by default.
    ///
    /// The types of their values are retained, such as `String`, and not whether an optional one is `nil`. Include those that
    /// the type decodes and doesn't encode, such as the key of a `Secret`. With hidden keys, an input that contains a
    /// dictionary whose keys aren't texts or `CodingKeyRepresentable` is not retained.
    static var hiddenKeys: [String] { get }
}

extension ReplayableInput {
    /// 1,024.
    public static var replayLimit: Int { 1_024 }

    /// None.
    public static var hiddenKeys: [String] { [] }

    /// Decodes an input from the JSON that was retained, as a test does.
    ///
    /// - Parameter json: The JSON, with values for the hidden members.
    /// - Throws: `DecodingError`, or the error of the type's own decoding.
    public init(replaying json: JSONValue) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(json.json().utf8))
    }
}
