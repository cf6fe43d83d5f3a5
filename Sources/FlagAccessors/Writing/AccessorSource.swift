import FiresteelFlags

/// Writes groups of flags as Swift.
struct AccessorSource {
    private let access: String
    private let fileName: String
    private let text: FlagFileText
    private(set) var lines: [String] = []

    init(of group: AccessorGroup, named typeName: String, from file: FlagFile, fileName: String, access: AccessLevel) {
        self.access = access == .internal ? "" : "\(access.rawValue) "
        self.fileName = fileName
        text = file.text
        let shown = SwiftLiteral.documentation(fileName).map { $0.dropFirst("/// ".count) }.joined(separator: " ")
        lines = [
            "// Generated from \(shown). Don't edit: changes are overwritten. Edit that file instead.",
            "",
            access == .internal ? "import FiresteelFlags" : "\(access.rawValue) import FiresteelFlags",
            "",
            "/// The flags of \(shown).",
        ]
        write(group, named: typeName, indentation: "")
    }

    private mutating func write(_ group: AccessorGroup, named typeName: String, indentation: String) {
        let inner = indentation + "    "
        lines.append("\(indentation)\(access)struct \(typeName): FlagContainer {")
        for property in group.properties {
            write(property, indentation: inner)
            lines.append("")
        }
        for nested in group.groups {
            let shown = SwiftLiteral.documentation("The flags of “\(nested.part)”.")
            lines += shown.map { inner + $0 }
            lines.append("\(inner)\(access)let \(SwiftName.declared(nested.name)) = \(nested.typeName)()")
            lines.append("")
        }
        lines.append("\(inner)\(access)init() {}")
        for nested in group.groups {
            lines.append("")
            lines += SwiftLiteral.documentation("The flags of “\(nested.part)”.").map { inner + $0 }
            write(nested.group, named: nested.typeName, indentation: inner)
        }
        lines.append("\(indentation)}")
    }

    private mutating func write(_ property: AccessorGroup.Property, indentation: String) {
        let flag = property.flag
        let value = SwiftLiteral.value(flag.defaultValue, as: flag.type)
        var documentation = flag.description.isEmpty ? [] : [flag.description, ""]
        documentation.append("The flag “\(flag.key)”.")
        if !flag.remarks.isEmpty { documentation += [""] + flag.remarks.map { "- \($0)" } }
        lines += documentation.flatMap(SwiftLiteral.documentation).map { indentation + $0 }
        let name = SwiftName.declared(property.name)
        lines.append("\(indentation)\(access)let \(name) = Flag<\(flag.type.name)>(")
        let arguments = [SwiftLiteral.string(flag.key), "default: \(value)"] + others(of: flag)
        lines.append("\(indentation)    \(arguments.joined(separator: ", ")))")
    }

    /// Returns the other arguments of the flag; its position in the file is the last.
    private func others(of flag: FileFlag) -> [String] {
        var arguments: [String] = []
        func add(_ label: String, _ text: String?) {
            if let text, !text.isEmpty { arguments.append("\(label): \(SwiftLiteral.string(text))") }
        }
        add("description", flag.description)
        add("owner", flag.owner)
        if let expires = flag.expires { arguments.append("expires: FlagDate(\"\(expires)\")") }
        if let kind = flag.kind { arguments.append("kind: .\(kind.rawValue)") }
        if let local = flag.local { arguments.append("local: \(Self.local(local))") }
        add("parent", flag.parent)
        add("exclusionGroup", flag.exclusionGroup)
        if let priority = flag.exclusionPriority { arguments.append("exclusionPriority: \(priority)") }
        arguments.append("file: \(SwiftLiteral.string(fileName)), line: \(text.line(of: flag.offset))")
        return arguments
    }

    private static func local(_ state: FileFlag.Local) -> String {
        switch state {
        case .on: return ".on"
        case .off: return ".off"
        case .onIn(let environments):
            let list = environments.map { "FlagEnvironment(rawValue: \(SwiftLiteral.string($0)))" }
            return ".on(in: [\(list.joined(separator: ", "))])"
        }
    }
}
