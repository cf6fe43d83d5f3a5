import FiresteelAgents
import FiresteelBase

/// The result of a call as it is returned: at most as long as stated, with where to fetch the rest.
struct CallAnswer: Sendable {
    /// The rest of a result.
    struct Rest: Sendable {
        /// The identifier of the stored result.
        let result: String
        /// Where the rest begins, in bytes.
        let offset: Int
        /// The size of the whole, in bytes.
        let bytes: Int
    }

    let result: CallResult
    /// The text, or its beginning.
    let text: String
    /// The values; `nil` if there are none, or they are too long.
    let value: JSONValue?
    let rest: Rest?

    init(_ result: CallResult, _ limits: AutomationLimits, store: (String) -> String) {
        self.result = result
        let json = result.json
        let isLongText = result.output.text.utf8.count > limits.outputBytes
        let isLongValue = (json?.utf8.count ?? 0) > limits.outputBytes
        text = result.output.text.beginning(upTo: limits.outputBytes)
        value = isLongValue ? nil : json.flatMap { try? JSONValue(json: Array($0.utf8)) }
        if isLongText {
            rest = Rest(
                result: store(result.output.text), offset: text.utf8.count, bytes: result.output.text.utf8.count)
        } else if isLongValue, let json {
            rest = Rest(result: store(json), offset: 0, bytes: json.utf8.count)
        } else {
            rest = nil
        }
    }

    /// The members of the answer as JSON.
    var members: [String: JSONValue] {
        var members: [String: JSONValue] = [
            "outcome": .string(result.outcome.rawValue), "message": .string(result.message),
        ]
        if let value { members["output"] = value } else if !text.isEmpty { members["output"] = .string(text) }
        if !result.reasons.isEmpty { members["reasons"] = .array(result.reasonValues) }
        if let parameter = result.parameter { members["parameter"] = .string(parameter) }
        if result.output.isCut { members["isCut"] = true }
        if let rest {
            members["rest"] = [
                "result": .string(rest.result), "offset": .int(rest.offset), "bytes": .int(rest.bytes),
            ]
        }
        return members
    }
}

extension Automation {
    /// Returns a result as it is returned to a caller, and stores the rest of a long one.
    func answer(_ result: CallResult, for caller: AutomationCaller) -> CallAnswer {
        CallAnswer(result, limits) { results.store($0, for: caller.identifier) }
    }
}
