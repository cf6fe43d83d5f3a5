import FiresteelBase

/// The effect of a difference in an environment, as far as its protection is concerned.
enum ChangeEffect: Int, Comparable {
    /// Evaluation doesn't change: texts, owner, tags.
    case none
    /// More people get the off variant, and no one another value.
    case switchesOff
    /// Anything else.
    case changes

    static func < (lhs: ChangeEffect, rhs: ChangeEffect) -> Bool { lhs.rawValue < rhs.rawValue }

    /// Returns the effect of differences in an environment.
    static func of(
        _ differences: [ItemDifference], in environment: String, _ state: ProgramState, _ uses: SegmentUse
    ) -> ChangeEffect {
        var effect = none
        let newFlags = Set(differences.lazy.filter { $0.item.kind == .flag && $0.before == nil }.map(\.item.name))
        for difference in differences {
            effect = max(effect, of(difference, in: environment, state, uses, newFlags))
            if effect == changes { break }
        }
        return effect
    }

    /// Members of a flag that describe it and change no value.
    private static let descriptions: Set<String> = ["name", "description", "owner", "kind", "expires", "tags"]

    private static func of(
        _ difference: ItemDifference, in environment: String, _ state: ProgramState, _ uses: SegmentUse,
        _ newFlags: Set<String>
    ) -> ChangeEffect {
        switch difference.item.kind {
        case .flag:
            // A flag takes effect in an environment by its targeting there.
            let key = ItemKey(.targeting, difference.item.name, environment: environment)
            if difference.before == nil || state.items[key] == nil { return none }
            return difference.after != nil && difference.fields.isSubset(of: descriptions) ? none : changes
        case .segment:
            if difference.after != nil, difference.fields.isSubset(of: descriptions) { return none }
            return uses.environments(using: [difference.item.name]).contains(environment) ? changes : none
        case .targeting:
            guard difference.item.environment == environment else { return none }
            let name = difference.item.name
            return targeting(
                difference, flag: state.items[ItemKey(.flag, name)]?.value.members ?? [:],
                isNew: newFlags.contains(name))
        case .experiment:
            guard difference.item.environment == environment else { return none }
            return experiment(difference)
        }
    }

    /// Members of an experiment that assign no one.
    private static let figures: Set<String> = ["name", "question", "secondary", "days", "excluded"]

    /// Returns the effect of an experiment's difference.
    ///
    /// An end gives people the value that was approved for everyone else, so one that ships no arm is immediate, as switching
    /// off is. The end of a holdout lets more people take part.
    private static func experiment(_ difference: ItemDifference) -> ChangeEffect {
        let (before, after) = (difference.before?.members["state"], difference.after?.members["state"])
        guard before == "running" || after == "running" else { return none }
        let isHoldout = [difference.before, difference.after].contains { $0?.members["holdout"] == true }
        if after == "ended", !isHoldout { return switchesOff }
        return difference.fields.isSubset(of: figures) ? none : changes
    }

    private static func targeting(
        _ difference: ItemDifference, flag: [String: JSONValue], isNew: Bool
    ) -> ChangeEffect {
        guard let after = difference.after?.members else { return changes }
        guard let before = difference.before?.members else {
            // A new flag that is off: its program's default where it has no off variant, else a value for everyone.
            guard after["isOn"] == false, after["logic"] == nil else { return changes }
            guard let off = offVariant(of: after, flag) else { return none }
            guard isFalse(off, flag) else { return changes }
            // A flag that the same change creates wasn't on for anyone, so there is nothing to review.
            return isNew ? none : switchesOff
        }
        var fields = difference.fields
        if fields.contains("plan"), holds(before["plan"], after["plan"]) {
            fields.remove("plan")
            if fields.isEmpty { return none }
        }
        // The meaning of off must not change with it, nor be a value other than false.
        guard let off = offVariant(of: after, flag) else {
            if before["isOn"] != false, after["isOn"] == false { fields.remove("isOn") }
            return fields.isEmpty ? switchesOff : changes
        }
        guard isFalse(off, flag) || flag["type"] != "boolean" else { return changes }
        if before["isOn"] != false, after["isOn"] == false { fields.remove("isOn") }
        if fields.contains("rules"), addsOnlyOff(before["rules"], after["rules"], off) { fields.remove("rules") }
        return fields.isEmpty ? switchesOff : changes
    }

    /// The variant that applies while a flag is off, or `nil` for the program's default.
    private static func offVariant(of targeting: [String: JSONValue], _ flag: [String: JSONValue]) -> String? {
        switch targeting["off"] {
        case .string(let name)?: return name
        case .null?: return nil
        default: break
        }
        guard case .array(let variants)? = flag["variants"] else { return nil }
        for variant in variants where variant.members["value"] == false {
            if case .string(let name)? = variant.members["name"] { return name }
        }
        return nil
    }

    /// Whether a variant has the value `false`.
    private static func isFalse(_ name: String, _ flag: [String: JSONValue]) -> Bool {
        guard case .array(let variants)? = flag["variants"] else { return false }
        return variants.contains { $0.members["name"] == .string(name) && $0.members["value"] == false }
    }

    /// Whether a list of rules has only new rules that lead to off.
    ///
    /// A rule with that result only removes people from the following ones, wherever it is inserted.
    private static func addsOnlyOff(_ before: JSONValue?, _ after: JSONValue?, _ off: String) -> Bool {
        guard case .array(let new)? = after else { return false }
        var old: [JSONValue] = []
        if case .array(let rules)? = before { old = rules }
        var remaining = old[...]
        for rule in new {
            if rule == remaining.first {
                remaining.removeFirst()
            } else if rule.members["then"]?.members != ["variant": .string(off)] {
                return false
            }
        }
        return remaining.isEmpty
    }

    /// Whether a plan is only paused, stopped or removed: it changes nothing more.
    private static func holds(_ before: JSONValue?, _ after: JSONValue?) -> Bool {
        guard var old = before?.members else { return false }
        guard var new = after?.members else { return true }
        let isHeld = new["state"] == "paused" || new["state"] == "stopped"
        for name in ["state", "why", "since", "started"] {
            old[name] = nil
            new[name] = nil
        }
        return isHeld && old == new
    }
}
