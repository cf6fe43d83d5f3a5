/// JavaScript's conversions between values, on which JsonLogic's operators are based (ECMA-262, section 7.1).
///
/// All numbers are `Double` there, so integers beyond 2⁵³ lose digits when they are computed or compared.
enum JavaScript {
    /// The maximum nesting of arrays in a conversion to text.
    static let depth = 256

    /// Returns whether JsonLogic considers a value true: as in JavaScript, except for an empty array.
    static func isTrue(_ value: JSONValue) -> Bool {
        switch value {
        case .null: false
        case .bool(let value): value
        case .int(let value): value != 0
        case .double(let value): value != 0 && !value.isNaN
        case .string(let value): !value.isEmpty
        case .array(let values): !values.isEmpty
        case .object: true
        }
    }

    /// `Number(value)`.
    static func number(_ value: JSONValue) -> Double {
        switch value {
        case .null: 0
        case .bool(let value): value ? 1 : 0
        case .int(let value): Double(value)
        case .double(let value): value
        case .string(let value): JavaScriptNumber.number(value)
        case .array: JavaScriptNumber.number(text(value))
        case .object: .nan
        }
    }

    /// `parseFloat(value)`.
    static func parseFloat(_ value: JSONValue) -> Double {
        switch value {
        case .null, .bool, .object: .nan
        case .int(let value): Double(value)
        case .double(let value): value
        case .string(let value): JavaScriptNumber.prefix(value)
        case .array: JavaScriptNumber.prefix(text(value))
        }
    }

    /// `String(value)`.
    static func text(_ value: JSONValue, depth: Int = 0) -> String {
        switch value {
        case .null: return "null"
        case .bool(let value): return value ? "true" : "false"
        case .int(let value): return JavaScriptNumber.text(of: value)
        case .double(let value): return JavaScriptNumber.text(of: value)
        case .string(let value): return value
        case .array(let values):
            guard depth < Self.depth else { return "" }
            return values.lazy.map { joined($0, depth: depth + 1) }.joined(separator: ",")
        case .object: return "[object Object]"
        }
    }

    /// Converts an element of a joined array: null becomes an empty text.
    static func joined(_ value: JSONValue, depth: Int = 0) -> String {
        value == .null ? "" : text(value, depth: depth)
    }

    /// Returns a number as a value: an integer if the conversion is exact, which that of negative zero isn't.
    static func value(_ number: Double) -> JSONValue {
        if number == 0, number.sign == .minus { return .double(number) }
        guard abs(number) <= 9_007_199_254_740_992, let whole = Int(exactly: number) else { return .double(number) }
        return .int(whole)
    }
}
