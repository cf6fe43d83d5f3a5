/// What a flag came to, as it is recorded.
public struct FlagAnswer: Sendable, Hashable {
    /// The value, as JSON writes it: `true`, `"blue"`, `{"size":4}`.
    public var value: String
    /// Which of the flag's variants it is.
    public var variant: String?
    /// The provider that gave it, or nil where the program's default holds.
    public var provider: String?
    /// Why, in OpenFeature's words: `TARGETING_MATCH`.
    public var reason: String?

    /// An answer; each field is described where it is declared.
    public init(value: String, variant: String? = nil, provider: String? = nil, reason: String? = nil) {
        self.value = value
        self.variant = variant
        self.provider = provider
        self.reason = reason
    }
}

// In an event's text the value stands alone, and everything else is a field.
extension FlagAnswer {
    enum Label: String {
        case variant = "Variant"
        case provider = "Provider"
        case reason = "Reason"
        case oldValue = "Was"
        case oldVariant = "Was variant"
    }

    /// The answer as it is recorded: a long value is cut, here and wherever it is recorded, so that it is the same one.
    var recorded: (answer: FlagAnswer, isCut: Bool) {
        guard value.utf8.count > TextLimits.flagValue else { return (self, false) }
        var cut = self
        cut.value = Array(value.utf8).withUnsafeBytes { bytes in
            String(decoding: bytes[..<TextCut.length(of: bytes, within: TextLimits.flagValue)], as: UTF8.self)
        }
        return (cut, true)
    }

    /// The answer as an event's text, with what the flag was before.
    func encoded(was old: FlagAnswer?) -> [UInt8] {
        var bytes: [UInt8] = []
        Self.add(nil, value, to: &bytes)
        Self.add(.variant, variant, to: &bytes)
        // Before provider and reason, so that it isn't what is cut.
        Self.add(.oldValue, old?.value, to: &bytes)
        Self.add(.oldVariant, old?.variant, to: &bytes)
        Self.add(.provider, provider, to: &bytes)
        Self.add(.reason, reason, to: &bytes)
        return bytes
    }

    /// The answer in an event's fields.
    init(_ fields: [InputField]) {
        self.init(
            value: Self.text(nil, in: fields) ?? "", variant: Self.text(.variant, in: fields),
            provider: Self.text(.provider, in: fields), reason: Self.text(.reason, in: fields))
    }

    /// What the flag was before, in an event's fields.
    init?(before fields: [InputField]) {
        guard let value = Self.text(.oldValue, in: fields) else { return nil }
        self.init(value: value, variant: Self.text(.oldVariant, in: fields))
    }

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
