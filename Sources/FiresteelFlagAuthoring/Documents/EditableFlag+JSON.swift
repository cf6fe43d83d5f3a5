public import FiresteelFlags

extension EditableFlag {
    /// Reads a flag.
    ///
    /// - Throws: All errors, with their paths.
    public init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { EditableFlag(value, &$0) }
    }

    private init?(_ value: JSONValue, _ reader: inout DocumentReader) {
        let path = LogicPath()
        guard var object = reader.object(value, path, "A flag") else { return nil }
        let typeName = reader.requiredText("type", in: &object, "The flag")
        let type = typeName.flatMap { FlagType(documentName: $0) }
        if let typeName, type == nil {
            reader.report(
                path.word("type"),
                "“\(typeName)” is not a type. Use boolean, string, integer, float, object or array.")
        }
        if !object.has("variants") { reader.report(path, "The flag has no “variants”, an array.") }
        self.init(
            type: type ?? .bool,
            variants: reader.elements("variants", in: &object) { Variant($0, $1, &$2) },
            name: reader.text("name", in: &object))
        description = reader.text("description", in: &object)
        owner = reader.text("owner", in: &object)
        if let name = reader.text("kind", in: &object) {
            kind = FlagKind(documentName: name)
            if kind == nil {
                reader.report(
                    path.word("kind"),
                    "“\(name)” is not a kind of flag. Use release, experiment, operations, permission or configuration."
                )
            }
        }
        if let text = reader.text("expires", in: &object) {
            expires = FlagDate(text)
            if expires == nil { reader.report(path.word("expires"), "“\(text)” is not a day such as “2026-12-31”.") }
        }
        tags = reader.texts("tags", in: &object)
        parent = reader.text("parent", in: &object)
        exclusionGroup = reader.text("exclusionGroup", in: &object)
        isArchived = reader.bool("isArchived", in: &object) ?? false
        if let value = object.take("metadata") {
            metadata = reader.object(value, path.word("metadata"), "“metadata”")?.rest ?? [:]
        }
        unknownMembers = object.rest
    }

    /// The flag as JSON.
    ///
    /// Members without a value are left out.
    public var json: JSONValue {
        var members = unknownMembers
        members["type"] = .string(type.documentName)
        members["name"] = name.map { .string($0) }
        members["description"] = description.map { .string($0) }
        members["owner"] = owner.map { .string($0) }
        members["kind"] = kind.map { .string($0.documentName) }
        members["expires"] = expires.map { .string($0.description) }
        if !tags.isEmpty { members["tags"] = .array(tags.map { .string($0) }) }
        members["variants"] = .array(variants.map(\.json))
        members["parent"] = parent.map { .string($0) }
        members["exclusionGroup"] = exclusionGroup.map { .string($0) }
        if isArchived { members["isArchived"] = true }
        if !metadata.isEmpty { members["metadata"] = .object(metadata) }
        return .object(members)
    }
}

extension FlagType {
    /// Creates a type from its name in a flag's JSON.
    init?(documentName name: String) {
        guard let type = Self.allCases.first(where: { $0.documentName == name }) else { return nil }
        self = type
    }

    /// The name in a flag's JSON.
    var documentName: String {
        switch self {
        case .bool: "boolean"
        case .int: "integer"
        case .double: "float"
        case .string: "string"
        case .array: "array"
        case .object: "object"
        }
    }

    /// Returns whether a value is of the type: an integer is a number as well.
    func includes(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.bool, .bool), (.int, .int), (.double, .int), (.double, .double), (.string, .string), (.array, .array),
            (.object, .object):
            true
        default: false
        }
    }
}

extension FlagKind {
    /// Creates a kind from its name in a flag's JSON, or in a declaration.
    init?(documentName name: String) {
        if name == "operations" { self = .operational } else { self.init(rawValue: name) }
    }

    /// The name in a flag's JSON.
    var documentName: String { self == .operational ? "operations" : rawValue }
}
