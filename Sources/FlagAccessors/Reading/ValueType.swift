import FiresteelFlags

/// The Swift types that flags of a file get.
indirect enum ValueType: Equatable {
    case bool
    case int
    case double
    case string
    case array(ValueType)
    /// Any JSON value.
    case any

    /// Creates the type of a value, or returns `nil` for null.
    init?(of value: JSONValue) {
        switch value {
        case .null: return nil
        case .bool: self = .bool
        case .int: self = .int
        case .double: self = .double
        case .string: self = .string
        case .object: self = .any
        case .array(let elements):
            let types = elements.map(ValueType.init(of:))
            guard let first = types.first ?? nil else {
                self = .array(.any)
                return
            }
            self = .array(types.reduce(first) { joined, type in type.flatMap { joined.joined(with: $0) } ?? .any })
        }
    }

    /// Returns the type that includes the values of both types, or `nil` if there is none.
    func joined(with other: ValueType) -> ValueType? {
        switch (self, other) {
        case _ where self == other: self
        case (.int, .double), (.double, .int): .double
        case (.array(let left), .array(let right)): .array(left.joined(with: right) ?? .any)
        default: nil
        }
    }

    /// The type as Swift writes it.
    var name: String {
        switch self {
        case .bool: "Bool"
        case .int: "Int"
        case .double: "Double"
        case .string: "String"
        case .array(let element): "[\(element.name)]"
        case .any: "JSONValue"
        }
    }
}
