import FiresteelFlags

/// An activation strategy of Unleash.
struct UnleashStrategy {
    /// The conditions besides constraints and segments.
    private(set) var conditions: [FlagCondition] = []
    /// The share of people in percent, 100 for everyone.
    private(set) var share = 100
    /// The attribute whose values are drawn; `nil` for people.
    private(set) var attribute: String?
    /// The name for people.
    private(set) var title: String?
    private(set) var warnings: [String] = []

    init(_ strategy: [String: JSONValue]) throws(ImportError) {
        let name = UnleashDocument.text(strategy["name"]) ?? UnleashDocument.text(strategy["strategyName"]) ?? ""
        title = UnleashDocument.text(strategy["title"])
        let parameters = strategy["parameters"]?.members ?? [:]
        switch name {
        case "default": break
        case "userWithId": conditions = [Self.oneOf("targetingKey", Self.names(parameters["userIds"]))]
        case "remoteAddress":
            let addresses = Self.names(parameters["IPs"])
            guard !addresses.contains(where: { $0.contains("/") }) else {
                throw ImportError("Its strategy compares addresses with ranges.")
            }
            conditions = [Self.oneOf("remoteAddress", addresses)]
        case "flexibleRollout":
            share = try Self.percent(parameters["rollout"])
            try draw(by: UnleashDocument.text(parameters["stickiness"]) ?? "default")
        case "gradualRolloutUserId":
            share = try Self.percent(parameters["percentage"])
            try draw(by: "userId")
        case "gradualRolloutSessionId":
            share = try Self.percent(parameters["percentage"])
            try draw(by: "sessionId")
        case "gradualRolloutRandom":
            share = try Self.percent(parameters["percentage"])
            try draw(by: "random")
        default: throw ImportError("Its strategy “\(name)” can't be expressed.")
        }
    }

    private mutating func draw(by stickiness: String) throws(ImportError) {
        switch stickiness {
        case "default":
            if share < 100 {
                warnings.append("People without a targeting key are never drawn; Unleash draws them by their session.")
            }
        case "random":
            if share < 100 { warnings.append("Each person keeps a result; Unleash draws anew for each evaluation.") }
        default:
            let name = try UnleashConstraint.attribute(stickiness)
            attribute = name == "targetingKey" ? nil : name
            // No one without it is in a rollout, also not in one for all.
            if share == 100 { conditions.append(.attribute(name, .exists)) }
        }
    }

    private static func oneOf(_ attribute: String, _ names: [String]) -> FlagCondition {
        names.isEmpty ? .logic(false) : .attribute(attribute, .oneOf, names.map { .string($0) })
    }

    private static func names(_ value: JSONValue?) -> [String] {
        (UnleashDocument.text(value) ?? "").split(separator: ",")
            .map { part in
                let start = part.drop(while: \.isWhitespace)
                return String(
                    start[..<(start.lastIndex { !$0.isWhitespace }.map { start.index(after: $0) } ?? start.startIndex)])
            }.filter { !$0.isEmpty }
    }

    private static func percent(_ value: JSONValue?) throws(ImportError) -> Int {
        let number = value?.intValue ?? UnleashDocument.text(value).flatMap { Int($0) }
        guard let number, (0...100).contains(number) else {
            throw ImportError("Its rollout isn't a whole percentage.")
        }
        return number
    }
}
