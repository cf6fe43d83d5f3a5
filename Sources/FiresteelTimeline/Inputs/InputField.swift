/// A field of a recorded input.
public struct InputField: Sendable, Hashable {
    /// The content of a field.
    public enum Value: Sendable, Hashable {
        /// A value, as it was recorded.
        case shown(String)
        /// A value that was not recorded.
        case hidden
    }

    /// The label, or `nil` for a value without one.
    public let label: String?
    /// The content of the field.
    public let value: Value

    /// Creates a field with this label and value.
    public init(label: String?, value: Value) {
        self.label = label
        self.value = value
    }
}

extension InputField {
    /// Returns the fields of an encoded summary.
    ///
    /// Invalid UTF-8 is replaced, and input is never rejected: a truncated summary ends with its last complete field.
    public static func decode(_ bytes: some Collection<UInt8>) -> [InputField] {
        var amounts: [InputField] = []
        let fields = bytes.split(separator: SummaryCoding.record).compactMap { record -> InputField? in
            if record.first == SummaryCoding.amount {
                let text = String(decoding: record.dropFirst(), as: UTF8.self)
                let unit = text.split(separator: " ", maxSplits: 1).dropFirst().first.map { " in \($0)" } ?? ""
                amounts.append(InputField(label: amountLabel + unit, value: .shown(text)))
                return nil
            }
            guard let separator = record.firstIndex(of: SummaryCoding.unit) else {
                return InputField(label: nil, value: .shown(String(decoding: record, as: UTF8.self)))
            }
            let label = String(decoding: record[..<separator], as: UTF8.self)
            let rest = record[record.index(after: separator)...]
            if rest.elementsEqual(CollectionOfOne(SummaryCoding.hidden)) {
                return InputField(label: label, value: .hidden)
            }
            return InputField(label: label, value: .shown(String(decoding: rest, as: UTF8.self)))
        }
        // It is recorded first, so that it isn't cut.
        return fields + amounts
    }

    /// The label of the amount that an action declares, before its unit, so that secret words are found in it.
    private static let amountLabel = "Amount"

    /// Returns the amount of an encoded summary, or `nil` for one without.
    static func amount(in bytes: some Collection<UInt8>) -> Double? {
        guard bytes.first == SummaryCoding.amount else { return nil }
        let digits = bytes.dropFirst().prefix { $0 != UInt8(ascii: " ") && $0 != SummaryCoding.record }
        return Double(String(decoding: digits, as: UTF8.self)).flatMap { $0 >= 0 && $0.isFinite ? $0 : nil }
    }
}

extension Sequence<InputField> {
    /// The values on one line, such as `Q4 plan.md, 182 KB`.
    ///
    /// Hidden fields are left out.
    public var line: String {
        compactMap { field in
            if case .shown(let value) = field.value { value } else { nil }
        }
        .joined(separator: ", ")
    }
}
