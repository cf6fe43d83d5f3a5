package import FiresteelFlags

/// A variant's part of a split.
public struct TargetingShare: Sendable, Hashable {
    /// The variant.
    public var variant: String
    /// The weight; the share is the weight divided by the sum of all weights.
    public var weight: Int
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a share.
    public init(_ variant: String, _ weight: Int) {
        self.variant = variant
        self.weight = weight
        unknownMembers = [:]
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A share") else { return nil }
        let variant = reader.requiredText("variant", in: &object, "The share")
        let weight = object.take("weight")
        guard case .int(let weight)? = weight else {
            reader.report(path.word("weight"), "A weight must be an integer from 0 to 2,147,483,647.")
            return nil
        }
        guard let variant else { return nil }
        self.init(variant, weight)
        unknownMembers = object.rest
    }

    /// The share as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        members["variant"] = .string(variant)
        members["weight"] = .int(weight)
        return .object(members)
    }
}
