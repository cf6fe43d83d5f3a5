package import FiresteelFlags
import Foundation

/// Finds texts that look like secrets or personal data, and replaces them.
///
/// Programs remove what they know to be secret; this is the server's second look, for what any program's message should
/// never contain: addresses of email, names of home folders, bearer tokens, JSON web tokens, keys with well-known prefixes,
/// private keys, and numbers of payment cards. The values of members whose name says that they are secret are replaced as well.
package enum SecretText {
    /// The replacement.
    package static let mark = "hidden"

    private static let prefixes = [
        "eyJ", "AKIA", "ASIA", "ghp_", "gho_", "ghs_", "github_pat_", "glpat-", "sk_live_", "sk-", "xoxb-", "xoxp-",
        "AIza",
        "fs_client_", "fs_server_", "fs_ingest_", "fs_admin_",
    ]
    private static let homes = ["Users", "home"].map { "/\($0)/" } + ["\\Users\\"]
    private static let names = [
        "password", "passwd", "secret", "token", "authorization", "cookie", "apikey", "credential", "privatekey",
    ]

    /// Returns the text without what looks like a secret, or `nil` if there is nothing of the kind.
    ///
    /// - Parameter keepsLength: Whether the result is cut where it would be longer than the text.
    package static func replaced(_ text: String, keepsLength: Bool = false) -> String? {
        guard mayHaveSecret(text) else { return nil }
        if text.contains("-----BEGIN ") { return mark }
        var result = ""
        var word: [Character] = []
        var isAfterScheme = false
        var isReplaced = false
        func end() {
            guard !word.isEmpty else { return }
            let text = String(word)
            if let other = replacedWord(text, isAfterScheme: isAfterScheme) {
                result += other
                isReplaced = true
            } else {
                result += text
            }
            isAfterScheme = ["bearer", "basic"].contains(text.lowercased())
            word = []
        }
        for character in text {
            if isSeparator(character) {
                end()
                result.append(character)
            } else {
                word.append(character)
            }
        }
        end()
        while keepsLength, result.utf8.count > text.utf8.count { result.removeLast() }
        return isReplaced ? result : nil
    }

    /// Replaces the texts of a value, and returns how many there were.
    ///
    /// - Parameter keepsLength: Whether texts are cut that would be longer.
    package static func replace(in value: inout FlagValue, keepsLength: Bool = false) -> Int {
        switch value {
        case .string(let text):
            guard let other = replaced(text, keepsLength: keepsLength) else { return 0 }
            value = .string(other)
            return 1
        case .array(var elements):
            var count = 0
            for index in elements.indices { count += replace(in: &elements[index], keepsLength: keepsLength) }
            if count > 0 { value = .array(elements) }
            return count
        case .object(var members):
            var count = 0
            let label = ["label", "name", "key"].lazy.compactMap { members[$0]?.stringValue }.first
            for name in members.keys {
                if hides(name) || (name == "value" && label.map(hides) == true), case .string(let text)? = members[name]
                {
                    guard !text.isEmpty, text != mark else { continue }
                    members[name] = .string(mark)
                    count += 1
                } else if var member = members[name] {
                    let replaced = replace(in: &member, keepsLength: keepsLength)
                    if replaced > 0 { members[name] = member }
                    count += replaced
                }
            }
            if count > 0 { value = .object(members) }
            return count
        case .null, .bool, .int, .double: return 0
        }
    }

    /// Whether a name says that its value is secret.
    static func hides(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        return names.contains { plain.hasSuffix($0) }
    }

    /// Whether it is worth reading the text word by word: nearly no text is.
    private static func mayHaveSecret(_ text: String) -> Bool {
        var digits = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "_"): return true
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits += 1
                if digits >= 14 { return true }
            case UInt8(ascii: "-"): digits = max(digits, 0)
            default: digits = 0
            }
        }
        return text.utf8.count >= 16
            && (["eyJ", "AKIA", "ASIA", "AIza", "glpat-", "sk-", "xox", "-----BEGIN "].contains { text.contains($0) }
                || text.lowercased().contains("bearer ") || text.lowercased().contains("basic "))
    }

    private static func isSeparator(_ character: Character) -> Bool {
        character.isWhitespace || "\"'`,;<>()[]{}=|:?&“”‘’".contains(character)
    }

    private static func replacedWord(_ word: String, isAfterScheme: Bool) -> String? {
        let size = word.utf8.count
        if isAfterScheme, size >= 16 { return mark }
        if size >= 20, prefixes.contains(where: { word.hasPrefix($0) }) { return mark }
        if let rest = afterAddress(word) { return mark + rest }
        if isCardNumber(word) { return mark }
        for home in homes {
            guard let range = word.range(of: home) else { continue }
            let user = word[range.upperBound...].prefix { $0 != "/" && $0 != "\\" }
            guard !user.isEmpty, user != "Shared", user != mark else { continue }
            return word[..<range.upperBound] + mark + word[user.endIndex...]
        }
        return nil
    }

    /// Returns what follows an address of email at the beginning of a word, such as the full stop of a sentence.
    private static func afterAddress(_ word: String) -> Substring? {
        guard let sign = word.firstIndex(of: "@"), sign > word.startIndex else { return nil }
        var domain = word[word.index(after: sign)...].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" }
        while domain.last == "." || domain.last == "-" { domain.removeLast() }
        guard domain.first != ".", domain.contains("."), domain.last?.isLetter == true else { return nil }
        return word[domain.endIndex...]
    }

    /// Whether a word is the number of a payment card: 15 or 16 digits whose check digit is right (Luhn).
    private static func isCardNumber(_ word: String) -> Bool {
        let digits = word.utf8.filter { $0 != UInt8(ascii: "-") }
        guard (15...16).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }),
            (0x33...0x36).contains(digits[0])
        else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = Int(digit - 0x30) * (index % 2 == 1 ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }
}
