/// Unusual keys.
enum RandomKeys {
    /// Different keys, none of them empty.
    static func make(_ count: Int, using generator: inout some RandomNumberGenerator) -> [String] {
        var keys: Set<String> = []
        while keys.count < count {
            // Few parts that are put together anew, so that many of them collide.
            let words = Int.random(in: 1...3, using: &generator)
            var key = word(using: &generator)
            for _ in 1..<words {
                key += separators.randomElement(using: &generator) ?? "."
                key += word(using: &generator)
            }
            if !key.isEmpty { keys.insert(key) }
        }
        // A set has no order that would be the same on each run.
        return sorted(Array(keys))
    }

    /// Texts in an order that is the same on each run.
    ///
    /// That of `String` isn't: of "e\u{301}" and "\u{E9}.", which aren't equal, neither is less than the other.
    static func sorted(_ texts: [String]) -> [String] {
        texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    private static func word(using generator: inout some RandomNumberGenerator) -> String {
        if Int.random(in: 0..<4, using: &generator) > 0 { return words.randomElement(using: &generator) ?? "a" }
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let range = ranges.randomElement(using: &generator) ?? 0x20...0x7E
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { scalars.append(scalar) }
        }
        return String(scalars)
    }

    private static let separators = [".", ".", ".", "-", "_", " ", "", "/", "..", "\u{200B}"]
    private static let words = [
        "a", "A", "b", "aB", "2", "2fa", "class", "default", "self", "Self", "init", "Type", "Protocol", "func", "Any",
        "nil",
        "Flag", "JSONValue", "FiresteelFlags", "flags", "Flags", "retry", "RETRY", "URL", "日本", "日本Flags", "é",
        "e\u{301}",
        "ß", "ŉ", "İ", "ΐ", "\"", "\\", "\\(a)", "\"\"\"", "*/", "/*", "\n", "\r\n", "#if", "`", "$0", "_", "__", "👍",
        "\u{0}",
        "\u{2028}", "\u{202E}", "\u{FEFF}", "\u{E9}tat", "٣", "\u{301}",
    ]
    private static let ranges: [ClosedRange<UInt32>] = [
        0x20...0x7E, 0x00...0xFF, 0x100...0x24F, 0x300...0x3FF, 0x600...0x6FF, 0x900...0xDFF, 0x1D00...0x20FF,
        0x2000...0x303F, 0x3040...0x9FFF, 0xFB00...0xFFFD, 0x10000...0x1FFFF, 0x30000...0x3FFFF,
        0xE0000...0xF00FF,
    ]
}
