import FiresteelFlags

/// The variants of a feature as a flag.
///
/// Its values are the payloads if all variants have one of the same type, otherwise the variants' names.
struct UnleashVariants {
    let flag: EditableFlag
    private let list: [[String: JSONValue]]

    init(_ list: [[String: JSONValue]]) throws(ImportError) {
        self.list = list
        var names: Set<String> = []
        for variant in list {
            guard let name = UnleashDocument.text(variant["name"]), names.insert(name).inserted else {
                throw ImportError("The name of a variant is missing, or used twice.")
            }
        }
        let payloads = list.compactMap { Self.payload($0["payload"]?.members ?? [:]) }
        let types = Set(payloads.map(\.type))
        let hasPayloads = payloads.count == list.count && types.count == 1
        let values = hasPayloads ? payloads : list.map { $0["name"] ?? "" }
        let isFloat = values.contains { $0.type == .double }
        let type: FlagType = isFloat ? .double : values.first?.type ?? .string
        flag = EditableFlag(
            type: type,
            variants: zip(list, values).map { EditableFlag.Variant(UnleashDocument.text($0["name"]) ?? "", $1) })
    }

    /// Returns the targeting: overrides, then the draw by weight.
    func targeting() throws(ImportError) -> FlagTargeting {
        var targeting = FlagTargeting(isOn: true, off: .programDefault)
        for variant in list {
            for override in UnleashDocument.list(variant["overrides"]).map(\.members) {
                let attribute = try UnleashConstraint.attribute(UnleashDocument.text(override["contextName"]) ?? "")
                let values = UnleashDocument.list(override["values"])
                guard !values.isEmpty, let name = UnleashDocument.text(variant["name"]) else { continue }
                targeting.rules.append(
                    TargetingRule(
                        id: "\(targeting.rules.count + 1)", if: [.attribute(attribute, .oneOf, values)],
                        then: .variant(name)))
            }
        }
        let shares = list.map {
            TargetingShare(UnleashDocument.text($0["name"]) ?? "", max(0, $0["weight"]?.intValue ?? 0))
        }
        let stickiness = UnleashDocument.text(list.first?["stickiness"]) ?? "default"
        let attribute =
            ["default", "random", "userId"].contains(stickiness) ? nil : try UnleashConstraint.attribute(stickiness)
        let split = TargetingSplit(shares, by: attribute)
        guard split.total != nil else { throw ImportError("Its variants have no weight.") }
        targeting.otherwise = list.count == 1 ? .variant(shares[0].variant) : .split(shares, by: attribute)
        return targeting
    }

    private static func payload(_ payload: [String: JSONValue]) -> JSONValue? {
        guard case .string(let text)? = payload["value"] else { return nil }
        switch UnleashDocument.text(payload["type"]) {
        case "json": return (try? JSONValue(json: Array(text.utf8))).flatMap { $0.type == nil ? nil : $0 }
        case "number": return Int(text).map { .int($0) } ?? Double(text).flatMap { $0.isFinite ? .double($0) : nil }
        case "string", "csv": return .string(text)
        default: return nil
        }
    }
}
