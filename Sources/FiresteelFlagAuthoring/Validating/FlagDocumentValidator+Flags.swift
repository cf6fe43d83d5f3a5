import FiresteelFlags

extension FlagDocumentValidator {
    mutating func check(_ flag: EditableFlag, _ key: String) {
        let item = FlagDocumentItem.flag(key)
        if let error = FlagDocumentLimits.keyError(key, "The key") { report(item, LogicPath(), error) }
        checkVariants(of: flag, item)
        if let group = flag.exclusionGroup, flag.type != .bool {
            report(
                item, LogicPath().word("exclusionGroup"),
                "The flag is in the exclusion group “\(group)”, but isn't Bool: only a Bool flag can be on or off.",
                .warning)
        }
        if let parent = flag.parent, parent.isEmpty {
            report(item, LogicPath().word("parent"), "The key of the parent is empty. Remove “parent”.")
        }
    }

    private mutating func checkVariants(of flag: EditableFlag, _ item: FlagDocumentItem) {
        let path = LogicPath().word("variants")
        if flag.variants.isEmpty { report(item, path, "The flag has no variants. Add at least one.") }
        guard flag.variants.count <= FlagDocumentLimits.variants else {
            return report(item, path, "The flag has more than \(FlagDocumentLimits.variants) variants.")
        }
        var names: Set<String> = []
        for (index, variant) in flag.variants.enumerated() {
            let path = path.element(index)
            if let error = FlagDocumentLimits.keyError(variant.name, "The variant's name") {
                report(item, path.word("name"), error)
            }
            if !names.insert(variant.name).inserted {
                report(item, path.word("name"), "Another variant is also named “\(variant.name)”. Rename one of them.")
            }
            if !flag.type.includes(variant.value) {
                report(
                    item, path.word("value"),
                    "The value of “\(variant.name)” is \(Self.noun(variant.value)), but the flag's type is "
                        + "\(flag.type.documentName).")
            }
        }
    }

    private static func noun(_ value: JSONValue) -> String {
        value.type.map { "of type \($0.documentName)" } ?? "null"
    }

    mutating func checkParent(of flag: EditableFlag, _ key: String) {
        guard let parent = flag.parent, !parent.isEmpty else { return }
        let path = LogicPath().word("parent")
        guard let found = items.flags[parent] else {
            return report(
                .flag(key), path,
                "“\(key)” needs its parent “\(parent)”, which doesn't exist. Remove or replace the parent.")
        }
        if found.isArchived {
            report(
                .flag(key), path,
                "“\(key)” needs its parent “\(parent)”, which is archived. Remove or replace the parent.")
        }
        if found.type != .bool {
            report(.flag(key), path, "The parent “\(parent)” isn't a Bool flag, so it can't be on or off.")
        }
    }

    mutating func checkParentCycles() {
        let parents = items.flags.compactMapValues { $0.isArchived ? nil : $0.parent }
        var cycles: [[String]] = []
        FlagAncestry.forEachChain(of: parents.keys, parent: { parents[$0] }) { chain in
            if !chain.cycle.isEmpty { cycles.append(Array(chain.cycle)) }
        }
        for cycle in cycles {
            let message =
                cycle.count == 1
                ? "“\(cycle[0])” is its own parent. Remove the parent."
                : "\(Self.names(of: cycle)) are each other's ancestors. Remove one of the parents."
            for key in cycle { report(.flag(key), LogicPath().word("parent"), message) }
        }
    }

    /// Returns the names of a cycle, the same ones whichever was found first.
    static func names(of cycle: [String]) -> String {
        let first = cycle.indices.min { cycle[$0] < cycle[$1] } ?? 0
        let keys = Array(cycle[first...] + cycle[..<first]).map { "“\($0)”" }
        let shown = keys.count > 8 ? keys.prefix(8) + ["…"] : keys[...]
        return (shown + keys.prefix(1)).joined(separator: " → ")
    }
}
