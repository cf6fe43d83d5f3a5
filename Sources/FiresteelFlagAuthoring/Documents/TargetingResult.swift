package import FiresteelFlags

/// The result of a rule: one variant for everyone, or a split.
///
/// As JSON, `{"variant": "on"}` or `{"split": [{"variant": "on", "weight": 25}, …], "by": "company"}`.
public struct TargetingResult: Sendable, Hashable {
    /// The kinds of results.
    public enum Outcome: Sendable, Hashable {
        /// One variant for everyone.
        case variant(String)
        /// Several variants.
        case split(TargetingSplit)
    }

    /// The outcome.
    public var outcome: Outcome
    /// The members that this version doesn't know; written unchanged.
    package var unknownMembers: [String: JSONValue]

    /// Creates a result.
    public init(_ outcome: Outcome) {
        self.outcome = outcome
        unknownMembers = [:]
    }

    /// Returns the result of one variant for everyone.
    public static func variant(_ name: String) -> TargetingResult { TargetingResult(.variant(name)) }

    /// Returns a split.
    ///
    /// - Parameters:
    ///   - shares: The shares, in order.
    ///   - attribute: The attribute whose values are split; people by default.
    public static func split(_ shares: [TargetingShare], by attribute: String? = nil) -> TargetingResult {
        TargetingResult(.split(TargetingSplit(shares, by: attribute)))
    }

    /// The variants that it can result in, with duplicates.
    var variants: [String] {
        switch outcome {
        case .variant(let name): [name]
        case .split(let split): split.shares.map(\.variant)
        }
    }
}

extension TargetingResult {
    /// Reads a result.
    ///
    /// - Throws: All errors, with their paths.
    package init(json value: JSONValue) throws(FlagDocumentError) {
        self = try DocumentReader.read { TargetingResult(value, LogicPath(), &$0) }
    }

    init?(_ value: JSONValue, _ path: LogicPath, _ reader: inout DocumentReader) {
        guard var object = reader.object(value, path, "A result") else { return nil }
        guard object.has("variant") != object.has("split") else {
            reader.report(path, "A result must have either “variant” or “split”.")
            return nil
        }
        if object.has("variant") {
            guard let name = reader.text("variant", in: &object) else { return nil }
            outcome = .variant(name)
        } else {
            var split = TargetingSplit(reader.elements("split", in: &object) { TargetingShare($0, $1, &$2) })
            split.attribute = reader.text("by", in: &object)
            split.bucketingKey = object.take("key")
            outcome = .split(split)
        }
        unknownMembers = object.rest
    }

    /// The result as JSON.
    package var json: JSONValue {
        var members = unknownMembers
        switch outcome {
        case .variant(let name): members["variant"] = .string(name)
        case .split(let split):
            members["split"] = .array(split.shares.map(\.json))
            members["by"] = split.attribute.map { .string($0) }
            members["key"] = split.bucketingKey
        }
        return .object(members)
    }
}
