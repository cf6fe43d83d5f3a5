public import FiresteelFlags

/// The part of a flag that belongs to one environment: whether it is on, and for whom.
///
/// As JSON:
///
/// ```json
/// {
///   "isOn": true, "off": "off",
///   "rules": [{"id": "1", "if": [{"segment": "employees", "is": "in"}], "then": {"variant": "on"}}],
///   "otherwise": {"split": [{"variant": "on", "weight": 25}, {"variant": "off", "weight": 75}]}
/// }
/// ```
///
/// The result of the first rule whose conditions hold applies, otherwise that of ``otherwise``.
public struct FlagTargeting: Sendable, Hashable {
    /// The result while the flag is off, and for people without a variant of a split.
    public enum Off: Sendable, Hashable {
        /// The false variant of a Bool flag if there is one, otherwise the program's default. As JSON, no `off`.
        case automatic
        /// A variant. As JSON, its name.
        case variant(String)
        /// The program's default. As JSON, `null`.
        case programDefault
    }

    /// Whether rules apply; if not, everyone has the off variant.
    public var isOn: Bool
    /// The result while the flag is off, and for people without a variant of a split.
    public var off: Off
    /// The rules, in the order in which they apply.
    public var rules: [TargetingRule]
    /// The result if no rule applies; `nil` for that of ``off``.
    public var otherwise: TargetingResult?
    /// JsonLogic that replaces the rules and ``otherwise``, for what rules can't express.
    public var logic: JSONValue?
    /// The plan that moves a result in timed steps.
    public var plan: TargetingPlan?
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a targeting.
    ///
    /// - Parameters:
    ///   - isOn: Whether rules apply.
    ///   - off: The result while the flag is off.
    ///   - rules: The rules.
    ///   - otherwise: The result if no rule applies.
    ///   - logic: JsonLogic that replaces the rules.
    ///   - plan: The plan that moves a result in timed steps.
    public init(
        isOn: Bool = false, off: Off = .automatic, rules: [TargetingRule] = [], otherwise: TargetingResult? = nil,
        logic: JSONValue? = nil, plan: TargetingPlan? = nil
    ) {
        self.isOn = isOn
        self.off = off
        self.rules = rules
        self.otherwise = otherwise
        self.logic = logic
        self.plan = plan
        unknownMembers = [:]
    }

    /// Returns the variant of a flag while it is off; `nil` for the program's default.
    package func offVariant(of flag: EditableFlag) -> String? {
        switch off {
        case .automatic: flag.falseVariant
        case .variant(let name): name
        case .programDefault: nil
        }
    }
}

extension FlagTargeting {
    /// Reads a targeting.
    ///
    /// - Throws: All errors, with their paths.
    public init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { FlagTargeting(value, &$0) }
    }

    private init?(_ value: JSONValue, _ reader: inout DocumentReader) {
        let path = LogicPath()
        guard var object = reader.object(value, path, "A targeting") else { return nil }
        if !object.has("isOn") { reader.report(path, "The targeting has no “isOn”, true or false.") }
        self.init(isOn: reader.bool("isOn", in: &object) ?? false)
        switch object.takeAny("off") {
        case nil: off = .automatic
        case .null?: off = .programDefault
        case .string(let name)?: off = .variant(name)
        default: reader.report(path.word("off"), "“off” must be the name of a variant, or null.")
        }
        rules = reader.elements("rules", in: &object) { TargetingRule($0, $1, &$2) }
        otherwise = object.take("otherwise").flatMap { TargetingResult($0, path.word("otherwise"), &reader) }
        logic = object.take("logic")
        plan = object.take("plan").flatMap { TargetingPlan($0, path.word("plan"), &reader) }
        unknownMembers = object.rest
    }

    /// The targeting as JSON.
    public var json: JSONValue {
        var members = unknownMembers
        members["isOn"] = .bool(isOn)
        switch off {
        case .automatic: break
        case .variant(let name): members["off"] = .string(name)
        case .programDefault: members["off"] = .some(.null)
        }
        if !rules.isEmpty { members["rules"] = .array(rules.map(\.json)) }
        members["otherwise"] = otherwise?.json
        members["logic"] = logic
        members["plan"] = plan?.json
        return .object(members)
    }
}
