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
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ text: String) {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
            hash = (hash ^ 0xFF) &* 0x100_0000_01B3
        }
        add(key)
        add(answer.value)
        add(answer.variant ?? "")
        return hash
    }
}
