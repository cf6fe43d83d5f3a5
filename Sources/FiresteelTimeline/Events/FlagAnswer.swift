/// The recorded value of a flag.
public struct FlagAnswer: Sendable, Hashable {
    /// The value, as JSON writes it: `true`, `"blue"`, `{"size":4}`.
    public var value: String
    /// The name of the variant.
    public var variant: String?
    /// The provider, or `nil` if the program's default applies.
    public var provider: String?
    /// The resolution reason, as in OpenFeature: `TARGETING_MATCH`.
    public var reason: String?

    /// Creates an answer.
    public init(value: String, variant: String? = nil, provider: String? = nil, reason: String? = nil) {
        self.value = value
        self.variant = variant
        self.provider = provider
        self.reason = reason
    }
}

// In an event's text the value has no label, and all other parts are fields.
extension FlagAnswer {
    enum Label: String {
        case variant = "Variant"
        case provider = "Provider"
        case reason = "Reason"
        case oldValue = "Was"
        case oldVariant = "Was variant"
        case revision = "Revision"
    }

    /// The answer as it is recorded.
    ///
    /// A long value is truncated everywhere in the same way, so that it compares equal.
    var recorded: (answer: FlagAnswer, isCut: Bool) {
        guard value.utf8.count > TextLimits.flagValue else { return (self, false) }
        var cut = self
        cut.value = Array(value.utf8).withUnsafeBytes { bytes in
            String(decoding: bytes[..<TextCut.length(of: bytes, within: TextLimits.flagValue)], as: UTF8.self)
        }
        return (cut, true)
    }

    /// Returns the text of an event with the answer, the previous answer, and the revision of a change.
    func encoded(was old: FlagAnswer?, revision: Int? = nil) -> [UInt8] {
        var bytes: [UInt8] = []
        Self.add(nil, value, to: &bytes)
        Self.add(.variant, variant, to: &bytes)
        // Before provider, revision and reason, so that these are cut first.
        Self.add(.oldValue, old?.value, to: &bytes)
        Self.add(.oldVariant, old?.variant, to: &bytes)
        Self.add(.provider, provider, to: &bytes)
        Self.add(.revision, revision.map(String.init), to: &bytes)
        Self.add(.reason, reason, to: &bytes)
        return bytes
    }

    /// Creates an answer from an event's fields.
    init(_ fields: [InputField]) {
        self.init(
            value: Self.text(nil, in: fields) ?? "", variant: Self.text(.variant, in: fields),
            provider: Self.text(.provider, in: fields), reason: Self.text(.reason, in: fields))
    }

    /// Creates the previous answer from an event's fields.
    init?(before fields: [InputField]) {
        guard let value = Self.text(.oldValue, in: fields) else { return nil }
        self.init(value: value, variant: Self.text(.oldVariant, in: fields))
    }

    /// Returns the revision in an event's fields.
    static func revision(in fields: [InputField]) -> Int? { text(.revision, in: fields).flatMap { Int($0) } }

    private static func add(_ label: Label?, _ text: String?, to bytes: inout [UInt8]) {
        guard let text else { return }
        if let label {
            bytes.append(contentsOf: label.rawValue.utf8)
            bytes.append(SummaryCoding.unit)
        }
        bytes.append(contentsOf: text.utf8.map(SummaryCoding.harmless))
        bytes.append(SummaryCoding.record)
    }

    private static func text(_ label: Label?, in fields: [InputField]) -> String? {
        for field in fields where field.label == label?.rawValue {
            if case .shown(let text) = field.value { return text }
        }
        return nil
    }
}
