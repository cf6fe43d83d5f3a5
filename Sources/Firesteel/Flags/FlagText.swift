import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

/// The texts of flag values.
enum FlagText {
    /// Returns the text for display: a string without quotes, any other value as JSON.
    static func plain(_ value: JSONValue) -> String {
        if case .string(let text) = value { text } else { value.json() }
    }

    /// Returns a 64-bit FNV-1a hash of a flag, its value, and its variant.
    static func hash(_ key: String, _ answer: FlagAnswer) -> UInt64 {
        var hash = FNV1a()
        func add(_ text: String) {
            hash.write(text)
            hash.write(0xFF)
        }
        add(key)
        add(answer.value)
        add(answer.variant ?? "")
        return hash.value
    }
}
