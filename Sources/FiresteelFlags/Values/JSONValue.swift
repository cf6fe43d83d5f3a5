// Exported by name, and nothing else of the module.
@_exported public import struct FiresteelBase.JSONError
@_exported public import struct FiresteelBase.JSONLimits
@_exported public import enum FiresteelBase.JSONValue

extension JSONValue {
    /// The type of the value; `nil` for `null`.
    public var type: FlagType? {
        switch self {
        case .null: nil
        case .bool: .bool
        case .int: .int
        case .double: .double
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}
