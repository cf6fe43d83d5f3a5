import Firesteel
import FiresteelBase

extension Automation {
    /// Returns the description of an action for programs, with why it can't be performed.
    func description(of action: OfferedAction, _ obstacle: CallResult?) -> JSONValue {
        var members: [String: JSONValue] = [
            "name": .string(action.name), "path": .string(action.action.path.text),
            "title": .string(action.action.name), "description": .string(action.action.description),
            "effect": .string(action.action.effect.rawValue), "input": action.action.input.schema,
            "isAvailable": .bool(obstacle == nil),
        ]
        if let obstacle {
            members["reason"] = .string(obstacle.message)
            if !obstacle.reasons.isEmpty { members["reasons"] = .array(obstacle.reasonValues) }
        }
        return .object(members)
    }
}
