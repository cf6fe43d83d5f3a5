import Firesteel
import FiresteelFlags

/// The differences in flags between two catalogues.
struct FlagChanges {
    private(set) var all: [CatalogueChange] = []

    /// - Parameter paths: The paths of features in the second catalogue, by those in the first: the key of a feature's
    ///   own switch is its path.
    init(_ old: [CatalogueFlag], _ new: [CatalogueFlag], paths: [FeaturePath: FeaturePath]) {
        let keys = Set(new.map(\.key))
        var known = Dictionary(old.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
        var renamed: [String: CatalogueFlag] = [:]
        for flag in old where !keys.contains(flag.key) {
            guard let path = paths[FeaturePath(flag.key)], keys.contains(path.text), known[path.text] == nil else {
                continue
            }
            renamed[path.text] = flag
            known[flag.key] = nil
        }
        // Definitions of a removed flag no longer have an effect.
        all = old.filter { !keys.contains($0.key) && known[$0.key] != nil }.map {
            CatalogueChange(.removed, .flag, $0.key, isBreaking: true)
        }
        for flag in new {
            if let old = known[flag.key] {
                add(old, flag)
            } else if var old = renamed[flag.key] {
                all.append(
                    CatalogueChange(
                        .renamed, .flag, flag.key, property: "key", from: old.key, to: flag.key, isBreaking: true))
                // The description names the feature that it switches.
                old.description = old.description.replacing(old.key, with: flag.key)
                add(old, flag)
            } else {
                all.append(CatalogueChange(.added, .flag, flag.key, isBreaking: false))
            }
        }
    }

    private mutating func add(_ old: CatalogueFlag, _ new: CatalogueFlag) {
        var changes = PropertyChanges(.flag, new.key)
        // Values defined for the old type are rejected by the new one.
        changes.add("type", old.type.rawValue, new.type.rawValue, isBreaking: true)
        changes.add("value type", old.valueType, new.valueType)
        changes.add("default", old.defaultValue.json(), new.defaultValue.json())
        changes.add("description", old.description, new.description)
        changes.add("owner", old.owner, new.owner)
        changes.add("kind", old.kind.rawValue, new.kind.rawValue)
        changes.add("expires", old.expires?.description, new.expires?.description)
        changes.add("parent", old.parent, new.parent)
        changes.add("exclusion group", old.exclusionGroup, new.exclusionGroup)
        changes.add("exclusion priority", old.priorityText, new.priorityText)
        switch (old.allowedValues, new.allowedValues) {
        case (let old?, let new?):
            changes.add(
                list: "allowed value", old.map { $0.json() }, new.map { $0.json() }, isRemovalBreaking: true)
        case (nil, let new?):
            changes.add("allowed values", nil, new.map { $0.json() }.joined(separator: ", "), isBreaking: true)
        case (let old?, nil):
            changes.add("allowed values", old.map { $0.json() }.joined(separator: ", "), nil)
        case (nil, nil): break
        }
        all += changes.all
    }
}

extension CatalogueFlag {
    /// The priority in the exclusion group, unless it is the default.
    fileprivate var priorityText: String? { exclusionPriority == 0 ? nil : String(exclusionPriority) }
}
