import FiresteelFlags
import Foundation

extension FlagFile {
    /// Reads flagd's definitions.
    ///
    /// Accessors don't depend on targeting.
    mutating func readDefinitions(_ definitions: PlacedValue) {
        guard let members = definitions.definitions else {
            report(at: definitions.offset, "“flags” must be an object that maps keys to flags.")
            return
        }
        if case .array(let elements) = definitions.content {
            for element in elements where element["key"]?.text == nil {
                report(at: element.offset, "A flag of an array must have a “key”, which is a string.")
            }
        }
        for member in members {
            guard let definition = readDefinition(member) else { continue }
            add(definition)
        }
    }

    private mutating func readDefinition(_ member: PlacedValue.PlacedMember) -> FileFlag? {
        guard let variants = member.value["variants"]?.members, !variants.isEmpty else {
            report(at: member.offset, "The flag “\(member.name)” has no “variants”, so its type is unknown.")
            return nil
        }
        guard let type = joinedType(of: variants, flag: member.name) else { return nil }
        guard let value = defaultValue(of: member, among: variants) else { return nil }
        guard let valueType = ValueType(of: value), type.joined(with: valueType) == type else {
            report(at: member.offset, "The default of “\(member.name)” has another type than its variants.")
            return nil
        }
        var flag = FileFlag(key: member.name, offset: member.offset, type: type, defaultValue: value)
        readMetadata(member.value["metadata"], into: &flag)
        return flag
    }

    private mutating func joinedType(of variants: [PlacedValue.PlacedMember], flag: String) -> ValueType? {
        var joined: ValueType?
        for variant in variants {
            guard let type = ValueType(of: variant.value.value) else {
                report(at: variant.value.offset, "The variant “\(variant.name)” of “\(flag)” has no value.")
                return nil
            }
            guard let both = joined.map({ $0.joined(with: type) }) ?? type else {
                report(
                    at: variant.value.offset,
                    "The variant “\(variant.name)” of “\(flag)” has another type than those before it.")
                return nil
            }
            joined = both
        }
        return joined
    }

    /// Returns the value of the default variant, or the metadata "default" if the definition has none.
    private mutating func defaultValue(
        of member: PlacedValue.PlacedMember, among variants: [PlacedValue.PlacedMember]
    ) -> JSONValue? {
        if let name = member.value["defaultVariant"], name.value != .null, name.value != "" {
            guard let variant = variants.first(where: { $0.name == name.text }) else {
                report(at: name.offset, "“defaultVariant” names no variant of “\(member.name)”.")
                return nil
            }
            return variant.value.value
        }
        if let value = member.value["metadata"]?["default"] { return value.value }
        report(
            at: member.offset,
            """
            The flag “\(member.name)” has no “defaultVariant”, so an accessor has no default. Name one, or give a \
            “default” in the flag's “metadata”.
            """)
        return nil
    }

    private mutating func readMetadata(_ metadata: PlacedValue?, into flag: inout FileFlag) {
        guard let metadata else { return }
        guard metadata.members != nil else {
            report(at: metadata.offset, "“metadata” must be an object.")
            return
        }
        flag.description = text("description", of: metadata) ?? ""
        flag.owner = text("owner", of: metadata)
        flag.propertyName = givenName("propertyName", of: metadata)
        flag.parent = text("parent", of: metadata)
        flag.exclusionGroup = text("exclusionGroup", of: metadata)
        if let priority = metadata["exclusionPriority"] {
            if case .int(let number) = priority.value, flag.exclusionGroup != nil {
                flag.exclusionPriority = Int(number)
            } else {
                report(
                    at: priority.offset,
                    "“exclusionPriority” must be an integer, and requires an “exclusionGroup”.")
            }
        }
        if let expires = text("expires", of: metadata) {
            flag.expires = FlagDate(expires)
            if flag.expires == nil {
                report(
                    at: metadata["expires"]?.offset ?? flag.offset, "“\(expires)” is not a day such as “2026-12-31”.")
            }
        }
        if let kind = text("kind", of: metadata) {
            flag.kind = FlagKind(rawValue: kind)
            if flag.kind == nil {
                let kinds = FlagKind.allCases.map { "“\($0.rawValue)”" }.joined(separator: ", ")
                report(
                    at: metadata["kind"]?.offset ?? flag.offset, "“\(kind)” is not a kind of flag. Use one of \(kinds)."
                )
            }
        }
        readLocal(metadata["local"], into: &flag)
        if flag.type != .bool, let offset = (metadata["local"] ?? metadata["exclusionGroup"])?.offset {
            report(at: offset, "“local” and “exclusionGroup” require a Bool flag, and “\(flag.key)” has another type.")
        }
    }

    private mutating func readLocal(_ value: PlacedValue?, into flag: inout FileFlag) {
        guard let value else { return }
        guard LocalState(metadata: value.value) != nil else {
            report(at: value.offset, "“local” must be “on”, “off”, or a comma-separated list of environments.")
            return
        }
        switch value.content {
        case .bool(true), .string("on"): flag.local = .on
        case .bool(false), .string("off"): flag.local = .off
        default:
            let names = (value.text ?? "").split(separator: ",").map {
                $0.trimmingCharacters(in: .whitespacesAndNewlines)
            }
            flag.local = .onIn(Set(names).filter { !$0.isEmpty }.sorted())
        }
    }
}
