import FiresteelFlags
import FiresteelRemote

struct FirebaseTemplateReader {
    let types: FirebaseTypes
    let keys: FlagKeyMapping
    private(set) var rules = KeyedRules()
    private var conditions: [FirebaseRule.Condition] = []
    private var diagnostics: [String] = []

    init(types: FirebaseTypes, keys: FlagKeyMapping) {
        self.types = types
        self.keys = keys
    }

    var allDiagnostics: [String] { diagnostics + rules.diagnostics }

    mutating func read(_ template: [String: JSONValue]) throws(FlagError) {
        try readConditions(template["conditions"] ?? [])
        try readParameters(template["parameters"] ?? [:], path: "$.parameters")
        guard let groups = (template["parameterGroups"] ?? [:]).members else {
            throw FlagError(.parseError, "$.parameterGroups must be an object.")
        }
        for (name, group) in groups.sorted(by: { $0.key < $1.key }) {
            let path = "$.parameterGroups['\(name)'].parameters"
            try readParameters(group.members?["parameters"] ?? [:], path: path)
        }
    }

    private mutating func readConditions(_ value: JSONValue) throws(FlagError) {
        guard let values = value.elements else { throw FlagError(.parseError, "$.conditions must be an array.") }
        var reader = FirebaseConditionReader()
        for (index, value) in values.enumerated() {
            let path = "$.conditions[\(index)]"
            guard let name = value.members?["name"]?.text else {
                throw FlagError(.parseError, "\(path) has no name.")
            }
            let condition = reader.condition(value.members?["condition"], path: "\(path).condition")
            conditions.append(FirebaseRule.Condition(name: name, condition: condition))
        }
        diagnostics += reader.diagnostics
    }

    private mutating func readParameters(_ value: JSONValue, path: String) throws(FlagError) {
        guard let parameters = value.members else { throw FlagError(.parseError, "\(path) must be an object.") }
        for (name, parameter) in parameters.sorted(by: { $0.key < $1.key }) {
            let key = keys.key(for: name)
            guard let members = parameter.members else {
                let fault = "\(path)['\(name)'] must be an object."
                diagnostics.append(fault)
                rules.add(ConstantRule(.failed(.parseError, fault)), name: name, key: key)
                continue
            }
            rules.add(rule(members, key: key, path: "\(path)['\(name)']"), name: name, key: key)
        }
    }

    private mutating func rule(_ members: [String: JSONValue], key: String, path: String) -> FirebaseRule {
        let type = Self.type(members["valueType"]?.text)
        let values = members["conditionalValues"]?.members ?? [:]
        for name in values.keys.sorted() where !conditions.contains(where: { $0.name == name }) {
            diagnostics.append("\(path) has a value for the undefined condition “\(name)”.")
        }
        let branches = conditions.compactMap { condition -> FirebaseRule.Branch? in
            guard let value = values[condition.name] else { return nil }
            return FirebaseRule.Branch(condition: condition, outcome: outcome(value, key: key, type: type))
        }
        var metadata: [String: JSONValue] = [:]
        if let description = members["description"]?.text, !description.isEmpty {
            metadata["description"] = .string(description)
        }
        return FirebaseRule(
            branches: branches, fallback: outcome(members["defaultValue"] ?? .null, key: key, type: type),
            metadata: metadata)
    }

    /// Returns a parameter's value: `value`, or the program's default.
    private func outcome(_ value: JSONValue, key: String, type: FlagType?) -> FlagEvaluation.Outcome {
        guard let members = value.members, !members.isEmpty, members["useInAppDefault"] != true else {
            return .programDefault
        }
        guard let text = members["value"]?.text else {
            let kind = members.keys.sorted().joined(separator: ", ")
            return .failed(FlagError(.general, "“\(key)” is decided by \(kind), which only Firebase can evaluate."))
        }
        return types.outcome(text, key: key, hint: type)
    }

    private static func type(_ word: String?) -> FlagType? {
        switch word {
        case "STRING": .string
        case "BOOLEAN": .bool
        case "NUMBER": .double
        // Arrays and objects, which the text distinguishes.
        default: nil
        }
    }
}
