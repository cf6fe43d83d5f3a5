import Foundation

/// An action's activity for one input, with its link and payload.
struct ActivityContinuation: Sendable {
    /// The maximum size of a payload in bytes.
    ///
    /// Activities are transferred between devices and stored in large numbers.
    static let maximumPayload = 64 << 10

    let content: ActivityContent
    /// A link to the action with this input, if there is one.
    let link: String?
    /// The reason why it can't be continued, if it can't.
    let fault: String?

    /// Creates the activity of an action, or returns `nil` if the action describes none.
    ///
    /// - Parameters:
    ///   - type: The action.
    ///   - input: Its input.
    ///   - path: The path of the action.
    ///   - routes: Creates its link.
    init?<Performed: ActionDefinition>(
        of type: Performed.Type, for input: Performed.Input, at path: ActionPath, by routes: RouteTable?
    ) {
        guard var content = type.activity(for: input) else { return nil }
        let link = routes?.link(to: path, for: input)
        var fault = content.fault
        if content.payload == nil, link == nil, fault == nil, !(input is NoInput) {
            do {
                content.payload = try Self.payload(of: input)
                if content.payload == nil {
                    fault = "\(Performed.Input.self) isn't Codable, and it has neither a payload nor a link"
                }
            } catch {
                fault = "its input can't be written as JSON: \(ErrorText(error).message)"
            }
        }
        if let payload = content.payload, payload.count > Self.maximumPayload {
            fault = "its payload is larger than \(Self.maximumPayload) bytes"
        }
        self.content = content
        self.link = link
        self.fault = fault
    }

    /// Returns JSON from which the input can be decoded, or `nil` if its type isn't `Codable`.
    private static func payload<Input>(of input: Input) throws -> Data? {
        guard Input.self is any Decodable.Type, let value = input as? any Encodable else { return nil }
        return try encode(value)
    }

    /// Returns JSON for ``JSONInput``, identical for equal values, so that an activity keeps its identity.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = JSONDates.encoding
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
