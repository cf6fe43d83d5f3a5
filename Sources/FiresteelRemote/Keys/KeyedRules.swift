package import FiresteelFlags

/// Rules by the program's keys, created from rules by a server's names.
package struct KeyedRules {
    /// The rules by key.
    package private(set) var rules: [String: any FlagRule] = [:]
    /// The messages about keys that several names map to.
    package private(set) var diagnostics: [String] = []
    private var names: [String: String] = [:]

    /// Creates an empty set of rules.
    package init() {}

    /// Adds a rule; if another name maps to the same key, both are rejected.
    package mutating func add(_ rule: any FlagRule, name: String, key: String) {
        guard let other = names.updateValue(name, forKey: key) else {
            rules[key] = rule
            return
        }
        let fault = "“\(other)” and “\(name)” would both be the flag “\(key)”. Rename one of them."
        diagnostics.append(fault)
        rules[key] = ConstantRule(.failed(.general, fault))
    }
}
