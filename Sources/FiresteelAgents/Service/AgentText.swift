package import FiresteelBase

/// The parts that tools of all programs share.
package enum AgentText {
    /// The maximum number of tools, among which models still choose well.
    package static let maximumTools = 15
    /// The maximum size of a list of tools, which is part of each conversation, in tokens.
    package static let maximumTokens = 6_000
    /// The name of the tool that returns the rest of a long result.
    package static let readName = "read-result"

    /// The estimated number of tokens of a text: one for three bytes, which is more than tokenizers need for JSON.
    package static func tokens(of text: String) -> Int { (text.utf8.count + 2) / 3 }

    /// Returns a text between marks that the text itself can't contain.
    package static func marked(_ text: String) -> String {
        var generator = SystemRandomNumberGenerator()
        let mark = "data-" + String(UInt32.random(in: .min ... .max, using: &generator), radix: 16)
        return "<\(mark)>\n\(text)\n</\(mark)>"
    }

    /// The sentence after a result that is cut.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the stored result.
    ///   - offset: Where the rest begins, in bytes.
    ///   - bytes: The size of the whole, in bytes.
    package static func rest(of identifier: String, from offset: Int, bytes: Int) -> String {
        "The result has \(bytes) bytes. \(readName) returns the rest of \(identifier) from \(offset)."
    }

    /// Returns the declaration of a tool.
    ///
    /// - Parameter hints: What it does, for clients that ask their user.
    package static func tool(
        _ name: String, _ title: String, _ description: String, input: JSONValue, output: JSONValue? = nil,
        hints: [String: JSONValue]
    ) -> JSONValue {
        var hints = hints
        hints["openWorldHint"] = false
        var members: [String: JSONValue] = [
            "name": .string(name), "title": .string(title), "description": .string(description), "inputSchema": input,
            "annotations": .object(hints),
        ]
        members["outputSchema"] = output
        return .object(members)
    }

    /// Returns the tool that returns the rest of a long result.
    package static func readTool(output: JSONValue? = nil) -> JSONValue {
        tool(
            readName, "Read Result", "Returns the rest of a result that was too long",
            input: [
                "type": "object", "additionalProperties": false, "required": ["result", "offset"],
                "properties": ["result": ["type": "string"], "offset": ["type": "integer", "minimum": 0]],
            ], output: output, hints: ["readOnlyHint": true])
    }
}

extension ResultStore {
    /// Returns the part of a result that an agent reads, also as marked text; `nil` if it is no longer stored.
    ///
    /// - Parameters:
    ///   - arguments: Those of the tool.
    ///   - caller: The caller, whose result it has to be.
    ///   - length: The maximum size, in bytes.
    package func part(
        _ arguments: [String: JSONValue], for caller: String, length: Int
    ) -> (text: String, part: Part)? {
        guard let identifier = arguments["result"]?.stringValue, let offset = arguments["offset"]?.intValue,
            let part = self.part(of: identifier, for: caller, from: offset, length: length)
        else { return nil }
        let next = part.next.map { "\nThe rest begins at \($0)." } ?? ""
        return (AgentText.marked(part.text) + next, part)
    }
}
