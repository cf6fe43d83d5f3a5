import FiresteelFlags

extension FlagFile {
    /// Reads toggles: each has a variable, one value by the name of its type, and metadata.
    mutating func readToggles(_ toggles: [PlacedValue]) {
        for toggle in toggles {
            guard let variable = toggle["variable"], let key = variable.text else {
                report(at: (toggle["variable"] ?? toggle).offset, "A toggle needs a string “variable”.")
                continue
            }
            guard let (name, value) = toggleValue(of: toggle, key), let type = toggleType(name, value) else { continue }
            var flag = FileFlag(key: key, offset: variable.offset, type: type, defaultValue: value.value)
            let metadata = toggle["metadata"]
            flag.description = text("description", of: metadata) ?? ""
            flag.propertyName = givenName("propertyName", of: metadata)
            if let group = text("group", of: metadata) { flag.remarks.append("Group: \(group)") }
            if name == "secure" { flag.remarks.append("The text is encrypted, in the file and here.") }
            add(flag)
        }
    }

    private static var toggleTypes: [String] { ["bool", "int", "number", "string", "secure", "object"] }

    /// Returns the one value that a toggle has.
    private mutating func toggleValue(of toggle: PlacedValue, _ key: String) -> (String, PlacedValue)? {
        let values = toggle.members?.filter { Self.toggleTypes.contains($0.name) } ?? []
        guard let value = values.first, values.count == 1 else {
            let names = Self.toggleTypes.map { "“\($0)”" }.joined(separator: ", ")
            report(
                at: values.dropFirst().first?.offset ?? toggle.offset, "“\(key)” needs a value under one of \(names).")
            return nil
        }
        return (value.name, value.value)
    }

    private mutating func toggleType(_ name: String, _ value: PlacedValue) -> ValueType? {
        switch (name, value.content) {
        case ("bool", .bool): return .bool
        case ("int", .int): return .int
        case ("number", .int), ("number", .double): return .double
        case ("string", .string), ("secure", .string): return .string
        case ("object", .null): break
        case ("object", _): return .any
        default: break
        }
        report(at: value.offset, "The value is invalid for “\(name)”.")
        return nil
    }
}
