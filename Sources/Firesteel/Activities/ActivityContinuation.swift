import Foundation

/// An action's activity for one input, with what it is continued with.
struct ActivityContinuation: Sendable {
    /// What a payload may take at most, in bytes: activities are handed from device to device and kept by the hundred.
    static let maximumPayload = 64 << 10

    let content: ActivityContent
    /// A link to the action with this input, where there is one.
    let link: String?
    /// Why it can't be continued, where it can't.
    let fault: String?

    /// What an action tells of an input, `nil` where it tells nothing.
    ///
    /// - Parameters:
    ///   - type: The action.
    ///   - input: Its input.
    ///   - path: Where the action is.
    ///   - routes: What its link is made of.
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

    /// JSON of an input that can be read back, `nil` where its type can't.
    private static func payload<Input>(of input: Input) throws -> Data? {
        guard Input.self is any Decodable.Type, let value = input as? any Encodable else { return nil }
        return try encode(value)
    }

    /// JSON as ``JSONInput`` reads it: the same for equal values, so that an activity is known again.
    static func encode(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = JSONDates.encoding
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(value)
    }
}
