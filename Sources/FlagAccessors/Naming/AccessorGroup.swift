/// The flags of a file as properties of nested types, all with names.
struct AccessorGroup {
    /// A flag, and the property that it becomes.
    struct Property {
        let name: String
        let flag: FileFlag
    }

    /// A group within, and the property and type that it becomes.
    struct Nested {
        let name: String
        let typeName: String
        /// The part of the keys that its flags have in common.
        let part: String
        let group: AccessorGroup
    }

    private(set) var properties: [Property] = []
    private(set) var groups: [Nested] = []

    /// Creates groups from the parts of the flags' keys, starting at one level.
    ///
    /// - Parameters:
    ///   - flags: The flags, in the order of their keys.
    ///   - level: The number of parts that parent groups use.
    ///   - file: Receives diagnostics about conflicting names.
    init(_ flags: [FileFlag], level: Int = 0, in file: inout FlagFile) {
        var own: [FileFlag] = []
        var parts: [String] = []
        var members: [String: [FileFlag]] = [:]
        for flag in flags {
            guard flag.parts.count > level + 1 else {
                own.append(flag)
                continue
            }
            let part = flag.parts[level]
            if members[part] == nil { parts.append(part) }
            members[part, default: []].append(flag)
        }
        parts.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }

        let given = Self.givenNames(of: own, in: &file)
        let free = Self.named(own.filter { given[$0.key] == nil })
        // A flag has priority over a group of the same name.
        let wishes = free.map(\.wish) + parts.map(SwiftName.property)
        let names = UniqueNames(wishes, taken: Set(given.values)).names
        for ((flag, wish), name) in zip(free, names) where name != wish {
            file.warn(
                at: flag.offset,
                "“\(flag.key)” becomes “\(name)”, because “\(wish)” is taken. Set a name in the file.")
        }

        let found = Dictionary(
            zip(free.map(\.flag.key), names).map { $0 } + given.map { ($0.key, $0.value) },
            uniquingKeysWith: { first, _ in first })
        properties = own.compactMap { flag in found[flag.key].map { Property(name: $0, flag: flag) } }
        let groupNames = Array(names.dropFirst(free.count))
        // A property may be named like a type, in scripts without capitals, and the module's own name would hide the
        // module.
        let types = UniqueNames(
            groupNames.map(SwiftName.type), taken: Set(names).union(given.values).union(["FiresteelFlags"])
        ).names
        for (part, (name, typeName)) in zip(parts, zip(groupNames, types)) {
            let group = AccessorGroup(members[part] ?? [], level: level + 1, in: &file)
            groups.append(Nested(name: name, typeName: typeName, part: part, group: group))
        }
    }

    /// Returns the flags with their preferred names, first those whose names need no change.
    ///
    /// So a new flag `retry-count` doesn't change the name of the existing `retryCount`.
    private static func named(_ flags: [FileFlag]) -> [(flag: FileFlag, wish: String)] {
        let wishes = flags.map { flag in (flag: flag, wish: SwiftName.property(flag.parts.last ?? flag.key)) }
        let isUnchanged = { (flag: FileFlag, wish: String) in flag.parts.last == wish }
        return wishes.filter(isUnchanged) + wishes.filter { !isUnchanged($0.flag, $0.wish) }
    }

    /// Returns the names that the file specifies, by key, and reports duplicates.
    private static func givenNames(of flags: [FileFlag], in file: inout FlagFile) -> [String: String] {
        var names: [String: String] = [:]
        var owners: [String: String] = [:]
        for flag in flags {
            guard let given = flag.propertyName else { continue }
            if let owner = owners[given.text] {
                file.report(at: given.offset, "“\(owner)” and “\(flag.key)” have the same name “\(given.text)”.")
            }
            owners[given.text] = flag.key
            names[flag.key] = given.text
        }
        return names
    }
}
