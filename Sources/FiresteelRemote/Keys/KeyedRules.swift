package import FiresteelFlags

/// Rules by the program's keys, made of rules by the names that a server has.
package struct KeyedRules {
    /// The rules by key.
    package private(set) var rules: [String: any FlagRule] = [:]
    /// The keys that several names would have.
    package private(set) var diagnostics: [String] = []
    private var names: [String: String] = [:]

    /// None yet.
    package init() {}

    /// Adds a rule; where the key is taken by another name, both are refused.
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
