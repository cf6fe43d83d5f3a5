import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

/// Values of flags as texts.
enum FlagText {
    /// For people: a text without quotes, anything else as JSON.
    static func plain(_ value: FlagValue) -> String {
        if case .string(let text) = value { text } else { value.json() }
    }

    /// A flag with its value as one word: a text in quotes where it would otherwise be several.
    static func word(_ flag: LogContext.Flag) -> String {
        let isOne = !flag.value.isEmpty && !flag.value.contains { $0.isWhitespace || $0 == "\"" || $0 == "=" }
        return "\(flag.key)=\(isOne ? flag.value : FlagValue.string(flag.value).json())"
    }

    /// A number for a flag with a value and a variant: FNV-1a of 64 bits.
    static func hash(_ key: String, _ answer: FlagAnswer) -> UInt64 {
        var hash = FNV1a()
        func add(_ text: String) {
            hash.take(text)
            hash.take(0xFF)
        }
        add(key)
        add(answer.value)
        add(answer.variant ?? "")
        return hash.value
    }
}
