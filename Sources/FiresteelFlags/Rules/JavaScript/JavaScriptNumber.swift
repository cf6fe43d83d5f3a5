/// JavaScript's conversions between numbers and texts.
enum JavaScriptNumber {
    /// `Number(text)`: the whole text must be a number, except for surrounding whitespace.
    ///
    /// An empty text is 0.
    static func number(_ text: String) -> Double {
        let text = trimmed(text)
        guard let first = text.first else { return 0 }
        if first == UInt8(ascii: "0"), let radix = radix(text) {
            let digits = text.dropFirst(2)
            return digits.isEmpty ? .nan : whole(digits, radix: radix)
        }
        let end = literalEnd(text)
        return end == text.endIndex ? value(text) : .nan
    }

    /// `parseFloat(text)`: the longest prefix that is a number.
    static func prefix(_ text: String) -> Double {
        let text = trimmed(text)
        return value(text[..<literalEnd(text)])
    }

    /// `String(number)`.
    static func text(of value: Int) -> String {
        value.magnitude <= 1 << 53 ? value.description : text(of: Double(value))
    }

    /// `String(number)`: the shortest digits, in exponential notation from 10²¹ up and below 10⁻⁶.
    static func text(of value: Double) -> String {
        guard value.isFinite else { return value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity" }
        if value == 0 { return "0" }
        let sign = value < 0 ? "-" : ""
        let (digits, point) = digits(of: abs(value))
        let count = digits.count
        switch point {
        case count...21: return sign + digits + String(repeating: "0", count: point - count)
        case 1...21:
            let split = digits.index(digits.startIndex, offsetBy: point)
            return sign + digits[..<split] + "." + digits[split...]
        case -5...0: return sign + "0." + String(repeating: "0", count: -point) + digits
        default:
            let exponent = (point > 0 ? "+" : "") + String(point - 1)
            let fraction = count > 1 ? "." + digits.dropFirst() : ""
            return sign + digits.prefix(1) + fraction + "e" + exponent
        }
    }

    /// Returns the shortest digits of a positive number, and the position of the point, counted from before the first
    /// digit.
    private static func digits(of value: Double) -> (digits: String, point: Int) {
        var digits: [UInt8] = []
        var point: Int?
        var exponent = 0
        let text = Array(value.description.utf8)
        var index = 0
        while index < text.count {
            switch text[index] {
            case UInt8(ascii: "."): point = digits.count
            case UInt8(ascii: "e"):
                exponent = Int(String(decoding: text[(index + 1)...], as: UTF8.self)) ?? 0
                index = text.count
            case let digit: digits.append(digit)
            }
            index += 1
        }
        let leading = digits.prefix { $0 == UInt8(ascii: "0") }.count
        let significant = digits.dropFirst(leading)
        let trailing = significant.reversed().prefix { $0 == UInt8(ascii: "0") }.count
        return (
            String(decoding: significant.dropLast(trailing), as: UTF8.self),
            (point ?? digits.count) - leading + exponent
        )
    }

    private static func radix(_ text: Substring.UTF8View) -> Double? {
        switch text.dropFirst().first.map({ $0 | 0x20 }) {
        case UInt8(ascii: "x"): 16
        case UInt8(ascii: "o"): 8
        case UInt8(ascii: "b"): 2
        default: nil
        }
    }

    private static func whole(_ digits: Substring.UTF8View, radix: Double) -> Double {
        var value = 0.0
        for byte in digits {
            guard let digit = Character(UnicodeScalar(byte)).hexDigitValue, Double(digit) < radix else { return .nan }
            value = value * radix + Double(digit)
        }
        return value
    }

    /// Returns the end of a decimal literal at the beginning; the start index if there is none.
    private static func literalEnd(_ text: Substring.UTF8View) -> Substring.UTF8View.Index {
        var index = text.startIndex
        if index < text.endIndex, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            index = text.index(after: index)
        }
        if text[index...].starts(with: "Infinity".utf8) { return text.index(index, offsetBy: 8) }
        var end = text.startIndex
        let whole = skipDigits(text, &index)
        if whole { end = index }
        if index < text.endIndex, text[index] == UInt8(ascii: ".") {
            index = text.index(after: index)
            let fraction = skipDigits(text, &index)
            guard whole || fraction else { return text.startIndex }
            end = index
        }
        guard end > text.startIndex, index < text.endIndex, text[index] | 0x20 == UInt8(ascii: "e") else { return end }
        index = text.index(after: index)
        if index < text.endIndex, text[index] == UInt8(ascii: "-") || text[index] == UInt8(ascii: "+") {
            index = text.index(after: index)
        }
        return skipDigits(text, &index) ? index : end
    }

    private static func skipDigits(_ text: Substring.UTF8View, _ index: inout Substring.UTF8View.Index) -> Bool {
        let start = index
        while index < text.endIndex, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(text[index]) {
            index = text.index(after: index)
        }
        return index > start
    }

    /// Returns the value of a literal, correctly rounded, infinity if it is too large.
    private static func value(_ literal: Substring.UTF8View) -> Double {
        guard !literal.isEmpty else { return .nan }
        // Up to fifteen digits are exact, and most numbers have no more.
        if literal.count <= 15, literal.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return Double(literal.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) })
        }
        let sign = literal.first
        let body = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") ? literal.dropFirst() : literal
        if body.first == UInt8(ascii: "I") { return sign == UInt8(ascii: "-") ? -.infinity : .infinity }
        let value = Double(Substring(body)) ?? .nan
        return sign == UInt8(ascii: "-") ? -value : value
    }

    /// Returns a text without JavaScript's whitespace at both ends: Unicode's spaces, line ends and the byte order
    /// mark.
    private static func trimmed(_ text: String) -> Substring.UTF8View {
        let plain: ClosedRange<UInt8> = 0x21...0x7E
        guard let first = text.utf8.first, let last = text.utf8.last else { return text.utf8[...] }
        if plain.contains(first), plain.contains(last) { return text.utf8[...] }
        var scalars = text.unicodeScalars[...]
        while let first = scalars.first, isBlank(first) { scalars.removeFirst() }
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return Substring(scalars).utf8
    }

    private static func isBlank(_ scalar: UnicodeScalar) -> Bool {
        switch scalar.value {
        case 0x09...0x0D, 0x20, 0xA0, 0x1680, 0x2000...0x200A, 0x2028, 0x2029, 0x202F, 0x205F, 0x3000, 0xFEFF: true
        default: false
        }
    }
}
