import FiresteelFlags
import FlagAccessors

// Files without rules: keys and values, JustTweak's and Toggles'.
extension FlagFileLinter {
    mutating func lintValues(_ members: [PlacedValue.PlacedMember]) {
        for member in members {
            let path = LintPath.named(member.name, of: "$")
            if member.name.isEmpty { error(at: member.offset, path, nil, "A flag's key is empty.") }
            if member.value.value == .null {
                error(
                    at: member.value.offset, path, member.name,
                    "“\(member.name)” has no value. Give it one or leave it out.")
            }
        }
    }

    mutating func lintTweaks(_ features: [PlacedValue.PlacedMember]) {
        let known = [
            "Title", "Description", "Group", "Value", "GeneratedPropertyName", "Encrypted", "ExperimentId",
            "Identifier",
        ]
        for feature in features {
            let path = LintPath.named(feature.name, of: "$")
            if feature.name.isEmpty { error(at: feature.offset, path, nil, "A feature's name is empty.") }
            guard let variables = feature.value.members else {
                error(at: feature.value.offset, path, nil, "“\(feature.name)” is not a feature with variables.")
                continue
            }
            for variable in variables {
                let path = LintPath.named(variable.name, of: path)
                let key = "\(feature.name).\(variable.name)"
                if variable.name.isEmpty { error(at: variable.offset, path, nil, "A variable's name is empty.") }
                guard let members = variable.value.members, let value = variable.value["Value"], value.value != .null
                else {
                    error(at: variable.offset, path, key, "The variable “\(variable.name)” has no “Value”.")
                    continue
                }
                checkNames(of: members, known: known, path, key, "a tweak")
                for name in ["Title", "Description", "Group"] {
                    guard let text = variable.value[name], text.text == nil else { continue }
                    warn(at: text.offset, "\(path).\(name)", key, "“\(name)” must be a string.")
                }
            }
        }
    }

    mutating func lintToggles(_ root: PlacedValue) {
        guard let toggles = root["toggles"], case .array(let elements) = toggles.content else {
            return error(at: root.offset, "$", nil, "The file has no array “toggles”.")
        }
        checkNames(of: root.members ?? [], known: ["toggles"], "$", nil, "a file of toggles")
        var keys: Set<String> = []
        for (index, toggle) in elements.enumerated() {
            let path = "$.toggles[\(index)]"
            guard let key = toggle["variable"]?.text, !key.isEmpty else {
                error(
                    at: (toggle["variable"] ?? toggle).offset, path, nil,
                    "A toggle needs a string “variable”.")
                continue
            }
            if !keys.insert(key).inserted {
                error(at: toggle.offset, path, key, "“\(key)” is defined twice. The first definition applies.")
            }
            lintToggle(toggle, key, path)
        }
    }

    private mutating func lintToggle(_ toggle: PlacedValue, _ key: String, _ path: String) {
        let types = ["bool", "int", "number", "string", "secure", "object"]
        let members = toggle.members ?? []
        checkNames(of: members, known: types + ["variable", "metadata"], path, key, "a toggle")
        let values = members.filter { types.contains($0.name) }
        guard let value = values.first else {
            let names = types.map { "“\($0)”" }.joined(separator: ", ")
            return error(at: toggle.offset, path, key, "“\(key)” needs a value under one of \(names).")
        }
        for other in values.dropFirst() {
            error(at: other.offset, LintPath.member(other.name, of: path), key, "“\(key)” has a second value.")
        }
        let fits =
            switch (value.name, value.value.content) {
            case ("bool", .bool), ("int", .int), ("number", .int), ("number", .double), ("string", .string),
                ("secure", .string), ("object", .object), ("object", .array), ("object", .string), ("object", .bool),
                ("object", .int), ("object", .double):
                true
            default: false
            }
        if !fits {
            error(
                at: value.value.offset, LintPath.member(value.name, of: path), key,
                "The value is invalid for “\(value.name)”.")
        }
        if let metadata = toggle["metadata"] {
            if metadata.members == nil {
                warn(at: metadata.offset, "\(path).metadata", key, "“metadata” must be an object.")
            }
        } else {
            warn(at: toggle.offset, path, key, "“\(key)” has no “metadata”, so its purpose is unknown.")
        }
    }
}
