import FiresteelBase

/// The texts that must not leave the program, identified by their names and removed everywhere.
///
/// Secrets are identified by their names in log metadata, inputs, flags, attributes of the context and environment
/// variables. Their values are then searched in every text, because a secret is often part of a message elsewhere.
package struct Redaction: Sendable {
    /// The replacement of a secret.
    package static let mark = "hidden"

    /// A value in one of the ways in which it may be written.
    private struct Needle: Hashable {
        let bytes: [UInt8]
        /// Whether it matches only as a whole word: a short value is part of many words.
        let isWord: Bool
    }

    /// The number of bytes by which needles are found; none is shorter.
    private static let shortest = 4

    private let words: [String]
    /// The needles by their first bytes, the longest first, so that a text is read once however many there are.
    private let needles: [UInt32: [Needle]]
    /// The first bytes of the needles.
    private let firsts: [Bool]

    package init(words: [String], values: Set<String> = []) {
        self.init(words: words.map(Self.plain).filter { !$0.isEmpty }, needles: Self.needles(values))
    }

    private init(words: [String], needles: Set<Needle>) {
        self.words = words
        self.needles = Dictionary(grouping: needles) { Self.start(of: $0.bytes) }
            .mapValues { group in group.sorted { $0.bytes.count > $1.bytes.count } }
        var firsts = [Bool](repeating: false, count: 256)
        for needle in needles { if let first = needle.bytes.first { firsts[Int(first)] = true } }
        self.firsts = firsts
    }

    /// Returns the same, looking for these values as well.
    package func adding(_ values: Set<String>) -> Redaction {
        Redaction(words: words, needles: Self.needles(values).union(needles.values.joined()))
    }

    /// Returns whether a name indicates a secret.
    package func hides(_ name: String) -> Bool {
        let name = Self.plain(name)
        return words.contains { name.contains($0) }
    }

    /// Returns a value as it may be shown under a name.
    package func shown(_ value: String, named name: String) -> String { hides(name) ? Self.mark : redacted(value) }

    /// Returns a text without any of the secrets that are known.
    package func redacted(_ text: String) -> String { withoutSecrets(text, isTruncated: false) }

    /// Returns a truncated text without any of the secrets that are known, nor the beginning of one at its end.
    package func redactedTruncated(_ text: String) -> String { withoutSecrets(text, isTruncated: true) }

    private func withoutSecrets(_ text: String, isTruncated: Bool) -> String {
        guard !needles.isEmpty else { return text }
        var text = text
        let bytes = text.withUTF8 { replaced($0, isTruncated: isTruncated) }
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? text
    }

    /// Returns the bytes with the mark in place of each secret, or `nil` if there is none.
    private func replaced(_ bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool) -> [UInt8]? {
        var result: [UInt8] = []
        var copied = 0
        var index = 0
        while index + Self.shortest <= bytes.count {
            guard firsts[Int(bytes[index])],
                let candidates = needles[Self.start(of: bytes[index...])],
                let length = Self.length(of: candidates, at: index, in: bytes, isTruncated: isTruncated)
            else {
                index += 1
                continue
            }
            result.append(contentsOf: bytes[copied..<index])
            result.append(contentsOf: Self.mark.utf8)
            index += length
            copied = index
        }
        // A secret has a length, so after one this isn't 0.
        guard copied > 0 else { return nil }
        result.append(contentsOf: bytes[copied...])
        return result
    }

    /// Returns the first bytes as one number.
    private static func start(of bytes: some Sequence<UInt8>) -> UInt32 {
        bytes.prefix(shortest).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    /// Returns the length of the longest secret at a position, or `nil` if there is none.
    private static func length(
        of candidates: [Needle], at index: Int, in bytes: UnsafeBufferPointer<UInt8>, isTruncated: Bool
    ) -> Int? {
        if isTruncated {
            let rest = bytes[index...]
            let isBegun = isWithinWord(index, bytes)
            let isBeginning = candidates.contains {
                $0.bytes.count > rest.count && !($0.isWord && isBegun) && $0.bytes.starts(with: rest)
            }
            if isBeginning { return rest.count }
        }
        return candidates.first { isFound($0, at: index, in: bytes) }?.bytes.count
    }

    private static func isFound(_ needle: Needle, at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes[index...].starts(with: needle.bytes) else { return false }
        return !needle.isWord || !isWithinWord(index, bytes) && !isWithinWord(index + needle.bytes.count, bytes)
    }

    /// Returns whether a word extends over a position.
    private static func isWithinWord(_ index: Int, _ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        index > 0 && index < bytes.count && isWord(bytes[index - 1]) && isWord(bytes[index])
    }

    /// Returns whether a byte is a letter or a digit, or belongs to a character beyond ASCII.
    private static func isWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte)
    }

    /// Returns the values in all their written forms.
    ///
    /// Values of three bytes or less, short numbers and JSON literals are excluded: replacing them everywhere would
    /// distort the text.
    private static func needles(_ values: Set<String>) -> Set<Needle> {
        var needles: Set<Needle> = []
        for value in values where value.utf8.count >= shortest && !["true", "false", "null"].contains(value) {
            let isNumber = value.utf8.allSatisfy { (48...57).contains($0) }
            if isNumber, value.utf8.count < 8 { continue }
            // Values of flags are JSON themselves where a timeline has them, and so are escaped twice in JSON.
            let json = JSONEscape.escaped(value)
            let plain = TimelineTextExport.plain(value)
            var forms: Set = [
                value, json, escapedAll(value), JSONEscape.escaped(json), plain, JSONEscape.escaped(plain),
                String(JSONText.quoted(value).dropFirst().dropLast()),
            ]
            // Each line of several is as secret as all of them, but for what begins and ends every key.
            let lines = value.split(whereSeparator: \.isNewline).map(String.init)
            if lines.count > 1 {
                forms.formUnion(lines.filter { $0.utf8.count >= 8 && !$0.hasPrefix("-----") })
            }
            for form in forms where form.utf8.count >= shortest {
                needles.insert(Needle(bytes: Array(form.utf8), isWord: isNumber || value.utf8.count < 8))
            }
        }
        return needles
    }

    /// Returns a text between the quotes of JSON, with slashes escaped as well.
    private static func escapedAll(_ text: String) -> String {
        JSONEscape.escaped(text).split(separator: "/", omittingEmptySubsequences: false).joined(separator: "\\/")
    }

    /// Returns a name without variations in spelling.
    private static func plain(_ name: String) -> String {
        String(name.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}
