import Synchronization

extension FlagStack {
    /// Returns the descriptions of all declared flags, by key.
    public func descriptions() -> [FlagDescription] {
        let today = FlagDate(secondsSince1970: clock())
        let found = graph.withLock { graph in
            graph.records.values.compactMap { describe($0, today) }
        }
        return found.sorted { $0.key < $1.key }.map(refreshed)
    }

    /// Returns the description of a flag, or `nil` if it isn't declared.
    public func description(of key: String) -> FlagDescription? {
        let today = FlagDate(secondsSince1970: clock())
        let found = graph.withLock { graph in graph.records[key].flatMap { describe($0, today) } }
        return found.map(refreshed)
    }

    private func describe(_ record: FlagRecord, _ today: FlagDate) -> FlagDescription? {
        guard let declaration = record.entry.declaration else { return nil }
        return FlagDescription(record, declaration, record.resolution(record.answer), today)
    }

    /// Resolves a flag that depends on the time again.
    private func refreshed(_ description: FlagDescription) -> FlagDescription {
        guard description.dependsOnTime, let resolution = resolutionIfKnown(of: description.key) else {
            return description
        }
        return FlagDescription(description, resolution)
    }
}

extension FlagDescription {
    init(
        _ record: FlagRecord, _ declaration: FlagDeclaration, _ resolution: Resolution<JSONValue>, _ today: FlagDate
    ) {
        let words = FlagName(record.key)
        let metadata = resolution.metadata
        key = record.key
        name = words.name
        group = words.group
        description = Self.text(declaration.description, metadata["description"]) ?? ""
        type = declaration.type
        valueTypeName = declaration.valueTypeName
        allowedValues = declaration.allowedValues
        defaultValue = declaration.defaultValue
        self.resolution = resolution
        isOverridden = record.own?.verdict.isOverride ?? false
        differsFromDefault = resolution.value != declaration.defaultValue
        owner = Self.text(declaration.owner, metadata["owner"])
        if let declared = declaration.kind.unlessDefault ?? Self.kind(metadata["kind"]) {
            kind = declared
        } else {
            kind = declaration.kind
        }
        expires = declaration.expires ?? Self.text(nil, metadata["expires"]).flatMap { FlagDate($0) }
        isExpired = expires.map { $0 < today } ?? false
        parent = record.parent
        exclusionGroup = record.group
        exclusionPriority = record.priority
        local = record.rules.local
        dependsOnContext = record.isContextual
        dependsOnTime = record.isTimed
        wasRead = record.wasRead
        since = record.since
        file = declaration.file
        line = declaration.line
    }

    /// Creates a copy with another resolution.
    init(_ other: FlagDescription, _ resolution: Resolution<JSONValue>) {
        key = other.key
        name = other.name
        group = other.group
        description = other.description
        type = other.type
        valueTypeName = other.valueTypeName
        allowedValues = other.allowedValues
        defaultValue = other.defaultValue
        self.resolution = resolution
        isOverridden = other.isOverridden
        differsFromDefault = resolution.value != other.defaultValue
        owner = other.owner
        kind = other.kind
        expires = other.expires
        isExpired = other.isExpired
        parent = other.parent
        exclusionGroup = other.exclusionGroup
        exclusionPriority = other.exclusionPriority
        local = other.local
        dependsOnContext = other.dependsOnContext
        dependsOnTime = other.dependsOnTime
        wasRead = other.wasRead
        since = other.since
        file = other.file
        line = other.line
    }

    private static func text(_ declared: String?, _ defined: JSONValue?) -> String? {
        if let declared, !declared.isEmpty { return declared }
        guard case .string(let text)? = defined, !text.isEmpty else { return nil }
        return text
    }

    private static func kind(_ defined: JSONValue?) -> FlagKind? {
        guard case .string(let text)? = defined else { return nil }
        return FlagKind(rawValue: text)
    }
}

extension FlagKind {
    /// `nil` for the kind of flags that declare none.
    fileprivate var unlessDefault: FlagKind? { self == .release ? nil : self }
}

/// The display name that is derived from a key.
struct FlagName {
    let name: String
    let group: String

    /// "editor.autosaveDelay" is "Editor autosave delay" in the group "editor"; "App/Documents/Sharing" is "Sharing" in
    /// "App/Documents".
    init(_ key: String) {
        let separator: Character = key.contains("/") ? "/" : "."
        let parts = key.split(separator: separator)
        group = parts.dropLast().joined(separator: String(separator))
        let shown = separator == "/" ? parts.suffix(1) : parts[...]
        let words = shown.flatMap { Self.words(in: $0) }
        let text = words.joined(separator: " ")
        name = text.isEmpty ? key : text.prefix(1).uppercased() + text.dropFirst()
    }

    private static func words(in part: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        let characters = Array(part)
        for (index, character) in characters.enumerated() {
            if character == "-" || character == "_" || character == "." || character == " " {
                if !word.isEmpty { words.append(word) }
                word = ""
                continue
            }
            let afterLower = index > 0 && !characters[index - 1].isUppercase
            let beforeLower = index + 1 < characters.count && characters[index + 1].isLowercase
            if character.isUppercase, !word.isEmpty, afterLower || beforeLower {
                words.append(word)
                word = ""
            }
            word.append(character)
        }
        if !word.isEmpty { words.append(word) }
        return words.map { word in
            word.count > 1 && word.allSatisfy({ $0.isUppercase || $0.isNumber }) ? word : word.lowercased()
        }
    }
}
