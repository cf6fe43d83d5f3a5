import FiresteelFlags

/// The type of a variable.
///
/// The datafile contains the values as texts.
enum VariableType: String, Sendable {
    case boolean, integer, double, string, json

    /// Creates a type that isn't known is a text, as with Optimizely.
    init(_ variable: DatafileNode) throws(DatafileError) {
        let type = VariableType(rawValue: try variable.text("type")) ?? .string
        let isJSON = try variable.optionalText("subType") == "json"
        self = type == .string && isJSON ? .json : type
    }

    func value(of text: String) -> VariableValue {
        switch self {
        case .boolean: return .value(.bool(text == "true"))
        case .string: return .value(.string(text))
        case .integer:
            guard let value = Int(text.trimmed) else { return .unreadable("“\(text)” is not a whole number.") }
            return .value(.int(value))
        case .double:
            guard let value = Double(text.trimmed), value.isFinite else {
                return .unreadable("“\(text)” is not a number.")
            }
            return .value(.double(value))
        case .json:
            do {
                return .value(try JSONValue(json: Array(text.utf8)))
            } catch {
                return .unreadable("“\(text)” is not JSON: \(error)")
            }
        }
    }
}

extension String {
    fileprivate var trimmed: Substring {
        let start = self[...].drop(while: \.isWhitespace)
        guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
        return start[...last]
    }
}
