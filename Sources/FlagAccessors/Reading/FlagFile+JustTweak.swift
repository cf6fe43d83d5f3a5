import FiresteelFlags

extension FlagFile {
    /// Reads tweaks: features by name, in each its variables by name.
    mutating func readTweaks(_ features: [PlacedValue.PlacedMember]) {
        for feature in features {
            guard let variables = feature.value.members else {
                report(
                    at: feature.offset,
                    """
                    “\(feature.name)” is neither flagd's “flags”, nor Toggles' “toggles”, nor a feature with its \
                    variables, as JustTweak has them.
                    """)
                continue
            }
            for variable in variables { readTweak(variable, of: feature.name) }
        }
    }

    private mutating func readTweak(_ variable: PlacedValue.PlacedMember, of feature: String) {
        guard let value = variable.value["Value"], let type = ValueType(of: value.value) else {
            report(at: variable.offset, "The variable “\(variable.name)” of “\(feature)” has no “Value”.")
            return
        }
        guard !feature.isEmpty, !variable.name.isEmpty else {
            report(at: variable.offset, "A feature's or a variable's name is empty.")
            return
        }
        var flag = FileFlag(
            key: "\(feature).\(variable.name)", offset: variable.offset, type: type, defaultValue: value.value)
        // Features are groups, even if their names contain dots.
        flag.parts = [feature, variable.name]
        let title = text("Title", of: variable.value)
        let description = text("Description", of: variable.value)
        flag.description = description ?? title ?? ""
        if description != nil, let title { flag.remarks.append("Title: \(title)") }
        if let group = text("Group", of: variable.value) { flag.remarks.append("Group: \(group)") }
        flag.propertyName = givenName("GeneratedPropertyName", of: variable.value)
        add(flag)
    }
}
