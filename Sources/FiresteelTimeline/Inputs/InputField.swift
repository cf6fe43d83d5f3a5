/// One field of a recorded input.
public struct InputField: Sendable, Hashable {
    /// What a field holds.
    public enum Value: Sendable, Hashable {
        /// A value, as it was recorded.
        case shown(String)
        /// There was a value, and nothing was recorded of it.
        case hidden
    }

    /// The field's label, or nil for a value without one.
    public let label: String?
    /// What the field holds.
    public let value: Value

    /// A field with this label and value.
    public init(label: String?, value: Value) {
        self.label = label
        self.value = value
    }
}

extension InputField {
    /// The fields of an encoded summary.
    ///
    /// Bytes that are not UTF-8 are replaced, and nothing is refused: what was cut ends with the last field that is
    /// there.
    public static func decode(_ bytes: some Collection<UInt8>) -> [InputField] {
        bytes.split(separator: SummaryCoding.record).map { record in
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
