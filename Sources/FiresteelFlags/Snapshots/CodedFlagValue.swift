/// A flag's value for coders.
///
/// A number without a fraction is decoded as an integer.
package struct CodedFlagValue: Codable {
    package let value: FlagValue

    package init(value: FlagValue) { self.value = value }

    package init(from decoder: any Decoder) throws {
        if let object = try? [String: CodedFlagValue](from: decoder) {
            value = .object(object.mapValues(\.value))
        } else if let array = try? [CodedFlagValue](from: decoder) {
            value = .array(array.map(\.value))
        } else {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                value = .null
            } else if let bool = try? container.decode(Bool.self) {
                value = .bool(bool)
            } else if let int = try? container.decode(Int.self) {
                value = .int(int)
            } else if let double = try? container.decode(Double.self) {
                value = .double(double)
            } else {
                value = .string(try container.decode(String.self))
            }
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch value {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let values): try container.encode(values.map(CodedFlagValue.init))
        case .object(let values): try container.encode(values.mapValues(CodedFlagValue.init))
        }
    }
}
