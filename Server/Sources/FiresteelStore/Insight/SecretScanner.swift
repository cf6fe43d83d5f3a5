/// Reads the bytes of a text in UTF-8, in time that is linear in their number.
struct SecretScanner {
    let keepsLength: Bool
    /// The number of times that the text was decoded from percent-encoding.
    var decodings = 0

    private static let maximumDecodings = 2
    private static let mark = Array(SecretText.mark.utf8)
    /// The smallest number of bytes of a key with a prefix.
    private static let keyBytes = 20
    /// The smallest number of bytes of credentials after the name of their scheme.
    private static let credentialBytes = 16
    private static let privateKey = Array("-----BEGIN ".utf8)
    private static let schemes = ["bearer", "basic"].map { Array($0.utf8) }
    private static let homes = ["Users", "home"].map { Array($0.utf8) }
    private static let shared = Array("Shared".utf8)
    /// Whether a byte of ASCII separates words.
    private static let separators: [Bool] = {
        let signs = Array("\"'`,;<>()[]{}=|:?&\u{7F}".utf8)
        return (0..<0x80).map { $0 <= 0x20 || signs.contains($0) }
    }()

    /// The prefixes of keys by their first byte.
    private static let prefixes = Dictionary(
        grouping: [
            // JSON web tokens, and private keys in Base64
            "eyJ", "LS0tLS1CRUdJTi",
            "AKIA", "ASIA", "AIza", "GOCSPX-", "ya29.", "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_",
            "glpat-", "glptt-", "sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "sk-", "xoxa-", "xoxb-",
            "xoxe-", "xoxp-", "xoxr-", "xoxs-", "xapp-", "npm_", "pypi-", "SG.", "hf_", "hvs.", "dop_v1_",
            "dckr_pat_", "lin_api_", "nvapi-", "shpat_", "shpss_", "sq0atp-", "sq0csp-", "PMAK-", "AGE-SECRET-KEY-",
            "fs_client_", "fs_server_", "fs_ingest_", "fs_admin_",
        ].map { Array($0.utf8) }, by: { $0[0] })

    /// Whether it is worth reading the text word by word: it has a sign that only some secrets have, a long word, or the
    /// digits of a card.
    static func mayHaveSecret(_ text: String) -> Bool {
        var (word, digits, last) = (0, 0, UInt8(0))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "@"), UInt8(ascii: "/"), UInt8(ascii: "\\"), UInt8(ascii: "%"): return true
            case UInt8(ascii: "-") where last == byte: return true
            default: break
            }
            word = byte <= 0x20 ? 0 : word + 1
            if isDigit(byte) { digits += 1 } else if !isCardSeparator(byte) { digits = 0 }
            if word >= credentialBytes || digits >= 15 { return true }
            last = byte
        }
        return false
    }

    /// Returns the bytes without secrets, or `nil` if there are none.
    func replaced(_ text: [UInt8]) -> [UInt8]? {
        let hasPrivateKey = text.indices.contains {
            text[$0] == Self.privateKey[0] && text[$0...].starts(with: Self.privateKey)
        }
        if hasPrivateKey { return Self.mark }
        let withoutCards = withoutCards(text)
        let bytes = withoutCards ?? text
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var isReplaced = withoutCards != nil
        var isAfterScheme = false
        var (start, index) = (0, 0)
        while true {
            let separator = index < bytes.count ? Self.separator(bytes, index) : 0
            guard separator > 0 || index == bytes.count else {
                index += 1
                continue
            }
            if start < index {
                let word = Array(bytes[start..<index])
                if let other = replacedWord(word, isAfterScheme: isAfterScheme), other != word {
                    result += other
                    isReplaced = true
                } else {
                    result += word
                }
                isAfterScheme = Self.schemes.contains { $0.elementsEqual(word.map { $0 | 0x20 }) }
            }
            guard index < bytes.count else { break }
            result += bytes[index..<index + separator]
            index += separator
            start = index
        }
        return isReplaced ? result : nil
    }

    /// Bytes of which some are replaced, in order.
    private struct Rewriting {
        private let bytes: [UInt8]
        private var written: [UInt8] = []
        /// The number of bytes that are written or replaced.
        private(set) var copied = 0

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        mutating func replace(_ range: Range<Int>, with replacement: ArraySlice<UInt8>) {
            written += bytes[copied..<range.lowerBound]
            written += replacement
            copied = range.upperBound
        }

        /// The result, or `nil` if nothing was replaced.
        var result: [UInt8]? { copied > 0 ? written + bytes[copied...] : nil }
    }

    private func replacement(_ count: Int) -> ArraySlice<UInt8> {
        keepsLength ? Self.mark.prefix(count) : Self.mark[...]
    }

    // MARK: Words

    private func replacedWord(_ word: [UInt8], isAfterScheme: Bool) -> [UInt8]? {
        if isAfterScheme, word.count >= Self.credentialBytes { return Self.mark }
        var result = withoutKeys(word)
        result = withoutAddress(result ?? word) ?? result
        result = withoutHomes(result ?? word) ?? result
        let hasMore = hasEncodedSecret(result ?? word)
        // Longer than before, it could be taken for credentials.
        if hasMore || isAfterScheme && result != nil { return Array(replacement(word.count)) }
        return result
    }

    /// Replaces keys with well-known prefixes, which may follow other signs, such as the slash of an address.
    private func withoutKeys(_ word: [UInt8]) -> [UInt8]? {
        guard word.count >= Self.keyBytes else { return nil }
        var rewriting = Rewriting(word)
        var index = 0
        while index < word.count {
            guard index == 0 || !Self.isLetterOrDigit(word[index - 1]),
                Self.prefixes[word[index]]?.contains(where: { word[index...].starts(with: $0) }) == true
            else {
                index += 1
                continue
            }
            var end = word[index...].firstIndex(where: Self.isSlash) ?? word.count
            let next = end
            while word[end - 1] == UInt8(ascii: ".") { end -= 1 }
            if end - index >= Self.keyBytes { rewriting.replace(index..<end, with: replacement(end - index)) }
            // A key that begins later is shorter.
            index = next
        }
        return rewriting.result
    }

    /// Replaces what ends with an address of email; what follows, such as the full stop of a sentence, remains.
    private func withoutAddress(_ word: [UInt8]) -> [UInt8]? {
        var end: Int?
        for index in word.indices.dropFirst() where word[index] == UInt8(ascii: "@") {
            let rest = word[(index + 1)...]
            var domain = rest.prefix { Self.isLetterOrDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
            while let last = domain.last, !Self.isLetterOrDigit(last) { domain.removeLast() }
            let isDomain = zip(domain, domain.dropFirst()).contains { dot, letter in
                dot == UInt8(ascii: ".") && Self.isLetterOrDigit(letter) && !Self.isDigit(letter)
            }
            if isDomain, domain.first != UInt8(ascii: ".") { end = domain.endIndex }
        }
        return end.map { Array(replacement($0) + word[$0...]) }
    }

    /// Replaces the names of home folders, also in paths whose slashes are escaped.
    private func withoutHomes(_ word: [UInt8]) -> [UInt8]? {
        var rewriting = Rewriting(word)
        var index = 0
        while index < word.count {
            guard let user = Self.homeUser(word, index) else {
                index += 1
                continue
            }
            rewriting.replace(user, with: replacement(user.count))
            index = user.upperBound
        }
        return rewriting.result
    }

    /// Returns the position of a user's name, if the path of their folder begins at an index.
    private static func homeUser(_ word: [UInt8], _ index: Int) -> Range<Int>? {
        guard isSlash(word[index]), let home = homes.first(where: { word[(index + 1)...].starts(with: $0) }) else {
            return nil
        }
        let after = index + 1 + home.count
        guard after < word.count, isSlash(word[after]) else { return nil }
        let start = word[after...].firstIndex { !isSlash($0) } ?? word.count
        let end = word[start...].firstIndex(where: isSlash) ?? word.count
        let user = word[start..<end]
        return user.isEmpty || user.elementsEqual(shared) || user.elementsEqual(mark) ? nil : start..<end
    }

    /// Whether a word has a secret once it is decoded from percent-encoding.
    private func hasEncodedSecret(_ word: [UInt8]) -> Bool {
        guard decodings < Self.maximumDecodings, word.contains(UInt8(ascii: "%")) else { return false }
        var decoded: [UInt8] = []
        var index = 0
        while index < word.count {
            if word[index] == UInt8(ascii: "%"), index + 2 < word.count, let high = Self.hexadecimal(word[index + 1]),
                let low = Self.hexadecimal(word[index + 2])
            {
                decoded.append(high << 4 | low)
                index += 3
            } else {
                decoded.append(word[index])
                index += 1
            }
        }
        guard decoded.count < word.count else { return false }
        var scanner = self
        scanner.decodings += 1
        return scanner.replaced(decoded) != nil
    }

    // MARK: Cards

    /// Replaces numbers of payment cards, or returns `nil` if there are none.
    private func withoutCards(_ bytes: [UInt8]) -> [UInt8]? {
        var rewriting = Rewriting(bytes)
        var index = 0
        while index < bytes.count {
            guard Self.isDigit(bytes[index]) else {
                index += 1
                continue
            }
            if Self.mayBeginCard(bytes[rewriting.copied...], index), let end = Self.endOfCard(bytes, index) {
                rewriting.replace(index..<end, with: replacement(end - index))
                index = end
            } else {
                index = bytes[index...].firstIndex { !Self.isDigit($0) } ?? bytes.count
            }
        }
        return rewriting.result
    }

    /// Whether digits are neither part of a word nor the fraction of a number.
    private static func mayBeginCard(_ bytes: ArraySlice<UInt8>, _ index: Int) -> Bool {
        let before = bytes[..<index].suffix(2)
        guard let last = before.last else { return true }
        if isLetterOrDigit(last), last < 0x80 { return false }
        return last != UInt8(ascii: ".") || before.count < 2 || !isDigit(before[before.startIndex])
    }

    /// Returns the end of a card's number: 15 or 16 digits, in a row or in the groups in which they are printed, whose check
    /// digit is right (Luhn).
    private static func endOfCard(_ bytes: [UInt8], _ start: Int) -> Int? {
        var digits: [UInt8] = []
        var groups: [Int] = []
        var index = start
        while true {
            let first = index
            while index < bytes.count, isDigit(bytes[index]), digits.count <= 16 {
                digits.append(bytes[index] - 0x30)
                index += 1
            }
            groups.append(index - first)
            if [[15], [16], [4, 6, 5], [4, 4, 4, 4]].contains(groups) {
                let isWhole = index == bytes.count || bytes[index] >= 0x80 || !isLetterOrDigit(bytes[index])
                return isWhole && isCard(digits) ? index : nil
            }
            guard groups.count < 4, groups[0] == 4, index + 1 < bytes.count, isCardSeparator(bytes[index]),
                bytes[index] == bytes[start + 4], isDigit(bytes[index + 1])
            else { return nil }
            index += 1
        }
    }

    private static func isCard(_ digits: [UInt8]) -> Bool {
        let network = digits.prefix(4).reduce(0) { $0 * 10 + Int($1) }
        guard (3...6).contains(digits[0]) || digits.count == 16 && (2221...2720).contains(network) else { return false }
        var sum = 0
        for (index, digit) in digits.reversed().enumerated() {
            let value = Int(digit) * (index % 2 == 1 ? 2 : 1)
            sum += value > 9 ? value - 9 : value
        }
        return sum % 10 == 0
    }

    // MARK: Bytes

    /// Returns the number of bytes of the separator at an index, or 0 without one.
    private static func separator(_ bytes: [UInt8], _ index: Int) -> Int {
        let byte = bytes[index]
        guard byte >= 0x80 else { return separators[Int(byte)] ? 1 : 0 }
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch (byte, next) {
        // No-break space, guillemets
        case (0xC2, 0xA0), (0xC2, 0xAB), (0xC2, 0xBB): return 2
        // Spaces and quotes of General Punctuation, ideographic space and brackets
        case (0xE2, 0x80), (0xE3, 0x80): return min(3, bytes.count - index)
        default: return 0
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a byte is a letter or digit, or part of a character beyond ASCII.
    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte >= 0x80
    }

    private static func isSlash(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") }

    private static func isCardSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x2D || byte == 0x2E }

    private static func hexadecimal(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 0x30...0x39: byte - 0x30
        case 0x41...0x46: byte - 0x37
        case 0x61...0x66: byte - 0x57
        default: nil
        }
    }
}
