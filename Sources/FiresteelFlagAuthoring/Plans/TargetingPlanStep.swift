package import FiresteelFlags

/// A step of a rollout plan: a share of people, and the time until the next step.
///
/// As JSON, `{"share": 10, "wait": 86400}`.
public struct TargetingPlanStep: Sendable, Hashable {
    /// The share of people with the plan's variant, in hundredths of a percent, from 0 to 10,000.
    ///
    /// As JSON, percent.
    public var share: Int
    /// The seconds from this step to the next one; `nil` for the last step.
    public var wait: Int?
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a step.
    ///
    /// - Parameters:
    ///   - share: The share, in hundredths of a percent.
    ///   - wait: The seconds until the next step.
    public init(share: Int, wait: Int? = nil) {
        self.share = share
        self.wait = wait
        unknownMembers = [:]
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A step") else { return nil }
        guard let share = Self.hundredths(object.take("share")) else {
            reader.report(
                path.word("share"),
                "The share of a step must be a number of percent from 0 to 100, with at most two decimal places.")
            return nil
        }
        self.init(share: share)
        switch object.take("wait") {
        case nil: break
        case .int(let seconds)?: wait = seconds
        default: reader.report(path.word("wait"), "“wait” must be an integer, the seconds until the next step.")
        }
        unknownMembers = object.rest
    }

    /// The step as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        members["share"] = percent
        members["wait"] = wait.map { .int($0) }
        return .object(members)
    }

    /// The share in percent.
    var percent: JSONValue { share.isMultiple(of: 100) ? .int(share / 100) : .double(Double(share) / 100) }

    /// Returns a percentage in hundredths.
    private static func hundredths(_ value: JSONValue?) -> Int? {
        switch value {
        case .int(let percent)? where (0...100).contains(percent): return percent * 100
        case .double(let percent)? where percent >= 0 && percent <= 100:
            let share = (percent * 100).rounded()
            return share / 100 == percent ? Int(share) : nil
        default: return nil
        }
    }
}
