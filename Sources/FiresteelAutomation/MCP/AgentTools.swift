import Firesteel
import FiresteelAgents
import FiresteelBase

/// The tools of an agent: one for each action that is available to it, and tools to find others.
///
/// A list has at most 15 tools and about 6,000 tokens. Of a program with more actions it has the first, and a tool that
/// performs any.
struct AgentTools: Sendable {
    static let find = "find-actions"
    static let perform = "perform-action"
    /// The maximum number of actions that are found at a time.
    private static let maximumFound = 10

    let automation: Automation
    let caller: AutomationCaller

    /// Returns the tools.
    func list() -> [JSONValue] {
        let actions = automation.available(to: caller).map(Self.tool)
        let general = [Self.findTool, AgentText.readTool(output: Self.output)]
        if fits(actions + general) { return actions + general }
        var tools = general + [Self.performTool]
        for action in actions {
            guard fits(tools + [action]) else { break }
            tools.append(action)
        }
        return Array(tools.dropFirst(3)) + tools.prefix(3)
    }

    private func fits(_ tools: [JSONValue]) -> Bool {
        tools.count <= AgentText.maximumTools
            && tools.reduce(0) { $0 + AgentText.tokens(of: $1.json()) } <= AgentText.maximumTokens
    }

    private static func tool(_ action: OfferedAction) -> JSONValue {
        let effect = action.action.effect
        var description = action.action.description.isEmpty ? action.action.name : action.action.description
        if effect == .destroys { description += ". The user is asked first" }
        return AgentText.tool(
            action.name, action.action.name, description, input: action.action.input.schema, output: output,
            hints: ["readOnlyHint": .bool(effect == .reads), "destructiveHint": .bool(effect == .destroys)])
    }

    private static let output: JSONValue = [
        "type": "object", "properties": ["outcome": ["type": "string"], "message": ["type": "string"]],
        "required": ["outcome"],
    ]

    private static let findTool = AgentText.tool(
        find, "Find Actions",
        "Finds actions of the program by words, also those that aren't available, with the reason",
        input: [
            "type": "object", "additionalProperties": false,
            "properties": ["query": ["type": "string", "description": "Words; all actions without any"]],
        ], output: output, hints: ["readOnlyHint": true])

    private static let performTool = AgentText.tool(
        perform, "Perform Action", "Performs an action that \(find) found",
        input: [
            "type": "object", "additionalProperties": false, "required": ["name"],
            "properties": ["name": ["type": "string"], "input": ["type": "object"]],
        ], output: output, hints: ["readOnlyHint": false, "destructiveHint": true])

    /// Returns the result of finding actions.
    func found(_ query: String) -> [String: JSONValue] {
        let words = query.lowercased().split(whereSeparator: { !$0.isLetter && !$0.isNumber }).prefix(20)
        let ranked = automation.catalogue.actions.enumerated().map { index, action in
            let text = "\(action.name) \(action.action.name) \(action.action.description) \(action.action.featureName)"
                .lowercased()
            return (action: action, score: words.count { text.contains($0) }, index: index)
        }
        let matches = ranked.filter { words.isEmpty || $0.score > 0 }
            .sorted { ($1.score, $0.index) < ($0.score, $1.index) }
        let shown = matches.prefix(Self.maximumFound).map { match in
            automation.description(of: match.action, automation.obstacle(to: match.action, for: caller))
        }
        let value: JSONValue = [
            "outcome": "done", "actions": .array(shown), "others": .int(matches.count - shown.count),
        ]
        let text = value.json(pretty: true)
        guard text.utf8.count <= automation.limits.outputBytes else {
            return Self.failed("The found actions are too long to list. Use more words.")
        }
        return ["content": [["type": "text", "text": .string(text)]], "structuredContent": value, "isError": false]
    }

    /// Returns the result of reading the rest of a result.
    func part(_ arguments: [String: JSONValue]) -> [String: JSONValue] {
        guard
            let (text, part) = automation.results.part(
                arguments, for: caller.identifier, length: automation.limits.outputBytes)
        else { return Self.failed("The result is no longer stored. Perform the action again.") }
        var value = part.json.objectValue ?? [:]
        value["outcome"] = "done"
        return [
            "content": [["type": "text", "text": .string(text)]],
            "structuredContent": .object(value), "isError": false,
        ]
    }

    private static func failed(_ message: String) -> [String: JSONValue] {
        [
            "content": [["type": "text", "text": .string(message)]],
            "structuredContent": ["outcome": "failed", "message": .string(message)], "isError": true,
        ]
    }
}
