import FiresteelFlags

extension FlagDocumentValidator {
    mutating func check(_ targeting: FlagTargeting, of flag: EditableFlag, _ key: String) {
        let item = FlagDocumentItem.targeting(key)
        variants = Set(flag.variants.map { ExactText(text: $0.name) })
        if case .variant(let name) = targeting.off { checkVariant(name, of: flag, item, LogicPath().word("off")) }
        if let logic = targeting.logic {
            checkLogic(LogicPiece(item: item, path: LogicPath().word("logic"), logic: logic, flag: flag))
        }
        checkRules(targeting.rules, of: flag, item)
        if let otherwise = targeting.otherwise { check(otherwise, of: flag, item, LogicPath().word("otherwise")) }
        if let plan = targeting.plan { check(plan, in: targeting, of: flag, item) }
    }

    private mutating func checkRules(_ rules: [TargetingRule], of flag: EditableFlag, _ item: FlagDocumentItem) {
        let path = LogicPath().word("rules")
        guard rules.count <= FlagDocumentLimits.rules else {
            return report(item, path, "There are more than \(FlagDocumentLimits.rules) rules.")
        }
        var ids: Set<String> = []
        for (index, rule) in rules.enumerated() {
            let path = path.element(index)
            if let error = FlagDocumentLimits.keyError(rule.id, "The rule's identifier") {
                report(item, path.word("id"), error)
            }
            if !ids.insert(rule.id).inserted {
                report(item, path.word("id"), "Another rule also has the identifier “\(rule.id)”.")
            }
            if rule.conditions.isEmpty {
                report(
                    item, path.word("if"),
                    "The rule has no conditions. Add one, or use “otherwise” for everyone else.")
            }
            check(rule.conditions, item, path.word("if"))
            check(rule.result, of: flag, item, path.word("then"))
        }
    }

    private mutating func check(
        _ result: TargetingResult, of flag: EditableFlag, _ item: FlagDocumentItem, _ path: LogicPath
    ) {
        switch result.outcome {
        case .variant(let name): checkVariant(name, of: flag, item, path.word("variant"))
        case .split(let split): check(split, of: flag, item, path)
        }
    }

    private mutating func check(
        _ split: TargetingSplit, of flag: EditableFlag, _ item: FlagDocumentItem, _ path: LogicPath
    ) {
        for (index, share) in split.shares.enumerated() {
            checkVariant(share.variant, of: flag, item, path.word("split").element(index).word("variant"))
            if share.weight < 0 {
                report(item, path.word("split").element(index).word("weight"), "The weight is negative. Use 0 or more.")
            }
        }
        if split.shares.count > FlagDocumentLimits.variants {
            report(item, path.word("split"), "There are more than \(FlagDocumentLimits.variants) shares.")
        } else if split.total == nil, split.shares.allSatisfy({ $0.weight >= 0 }) {
            report(
                item, path.word("split"),
                "The weights add up to 0 or to more than 2,147,483,647. Use a sum in between.")
        }
        if let key = split.bucketingKey {
            let path = path.word("key")
            if case .array = key { report(item, path, "The bucketing key must not be an array.") }
            checkLogic(LogicPiece(item: item, path: path, logic: key, flag: nil))
        } else if let attribute = split.attribute {
            checkAttribute(attribute, item, path.word("by"))
        }
    }

    mutating func checkVariant(
        _ name: String, of flag: EditableFlag, _ item: FlagDocumentItem, _ path: LogicPath
    ) {
        guard !variants.contains(ExactText(text: name)) else { return }
        let known = flag.variants.prefix(8).map { "“\($0.name)”" }.joined(separator: ", ")
        report(item, path, "The flag has no variant “\(name)”. Use one of \(known), or add the variant.")
    }
}
