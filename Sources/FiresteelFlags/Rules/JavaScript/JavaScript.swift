/// How JavaScript turns values into others, where JsonLogic's operators rest on it (ECMA-262, section 7.1).
///
/// All numbers are `Double` there, so whole numbers beyond 2⁵³ lose digits as soon as they are computed or compared.
enum JavaScript {
    /// How deep arrays may lie in each other where they are turned into texts.
    static let depth = 256

    /// Whether JsonLogic takes a value for true: as JavaScript, except that an empty array isn't.
    static func isTrue(_ value: FlagValue) -> Bool {
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
    static func number(_ value: FlagValue) -> Double {
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
    static func parseFloat(_ value: FlagValue) -> Double {
        switch value {
        case .null, .bool, .object: .nan
        case .int(let value): Double(value)
        case .double(let value): value
        case .string(let value): JavaScriptNumber.prefix(value)
        case .array: JavaScriptNumber.prefix(text(value))
        }
    }

    /// `String(value)`.
    static func text(_ value: FlagValue, depth: Int = 0) -> String {
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

    /// As an element of an array that is joined: nothing is an empty text.
    static func joined(_ value: FlagValue, depth: Int = 0) -> String {
        value == .null ? "" : text(value, depth: depth)
    }

    /// A number as a value: whole where nothing is lost by it.
    static func value(_ number: Double) -> FlagValue {
        guard abs(number) <= 9_007_199_254_740_992, let whole = Int(exactly: number) else { return .double(number) }
        return .int(whole)
    }
}
