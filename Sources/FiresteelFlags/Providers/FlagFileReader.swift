/// Converts files of each format to rules.
struct FlagFileReader {
    private(set) var rules: [String: any FlagRule] = [:]
    private(set) var diagnostics: [String] = []

    mutating func readValues(_ document: [String: JSONValue]) {
        for (key, value) in document { add(key, value, metadata: [:], at: "$['\(key)']") }
    }

    /// Reads tweaks.
    ///
    /// A key has the feature's and the variable's name, because features may share names of variables.
    mutating func readTweaks(_ document: [String: JSONValue]) {
        for (feature, variables) in document {
            guard case .object(let variables) = variables else {
                diagnostics.append("$['\(feature)'] is not a feature with variables.")
                continue
            }
            for (variable, tweak) in variables {
                let path = "$['\(feature)']['\(variable)']"
                guard case .object(let tweak) = tweak, let value = tweak["Value"] else {
                    diagnostics.append("\(path) has no “Value”.")
                    continue
                }
                let names = ["Title": "name", "Description": "description", "Group": "group"]
                let metadata = names.reduce(into: [String: JSONValue]()) { $0[$1.value] = tweak[$1.key] }
                add("\(feature).\(variable)", value, metadata: metadata, at: path)
            }
        }
    }

    mutating func readToggles(_ document: [String: JSONValue]) {
        guard case .array(let toggles)? = document["toggles"] else {
            diagnostics.append("The file has no array “toggles”.")
            return
        }
        for (index, toggle) in toggles.enumerated() {
            let path = "$.toggles[\(index)]"
            guard case .object(let toggle) = toggle, case .string(let key)? = toggle["variable"], !key.isEmpty else {
                diagnostics.append("\(path) has no “variable”.")
                continue
            }
            let kinds: [(name: String, type: FlagType)] = [
                ("bool", .bool), ("int", .int), ("number", .double), ("string", .string), ("secure", .string),
                ("object", .object),
            ]
            guard let kind = kinds.first(where: { toggle[$0.name] != nil }), let value = toggle[kind.name] else {
                diagnostics.append(
                    "\(path), “\(key)”, has no value under “bool”, “int”, “number”, “string”, “secure” or “object”.")
                continue
            }
            guard FlagCheck.accepts(value, as: kind.type) else {
                diagnostics.append("\(path), “\(key)”: \(value.short()) is not of type \(kind.name).")
                continue
            }
            guard rules[key] == nil else {
                diagnostics.append("\(path): “\(key)” is defined twice. The first definition applies.")
                continue
            }
            var metadata: [String: JSONValue] = [:]
            if case .object(let given)? = toggle["metadata"] { metadata = given }
            if kind.name == "secure" { metadata["secure"] = true }
            add(key, value, metadata: metadata, at: path)
        }
    }

    private mutating func add(_ key: String, _ value: JSONValue, metadata: [String: JSONValue], at path: String) {
        guard !key.isEmpty, value != .null else {
            diagnostics.append("\(path) has no \(key.isEmpty ? "key" : "value").")
            return
        }
        guard rules[key] == nil else {
            // Members have no order, so neither has priority.
            let message = "Two values have the key “\(key)”. Rename one of them."
            diagnostics.append("\(path): \(message)")
            rules[key] = ConstantRule(.failed(.parseError, message))
            return
        }
        rules[key] = ConstantRule(value, metadata: metadata)
    }

    mutating func readDefinitions(_ bytes: [UInt8]) throws(FlagError) {
        let definitions: FlagDefinitions
        do {
            definitions = try FlagDefinitions(json: bytes)
        } catch {
            throw FlagError(.parseError, "\(error)")
        }
        for key in definitions.keys { rules[key] = definitions.rule(for: key) }
        if rules.removeValue(forKey: "") != nil { diagnostics.append("$.flags[''] has no key.") }
        diagnostics += (definitions.errors + definitions.warnings).map { "\($0)" }
    }
}
