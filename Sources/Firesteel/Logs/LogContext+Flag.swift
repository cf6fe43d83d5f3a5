import FiresteelBase
import FiresteelFlags

extension LogContext.Flag {
    /// The flag and its value as one word, with a string in quotes if it contains separators.
    var word: String {
        let isOne = !value.isEmpty && !value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
        return "\(key)=\(isOne ? value : JSONValue.string(value).json())"
    }
}
