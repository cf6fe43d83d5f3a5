import FiresteelBase
import Foundation

/// Dates in links: ISO 8601, in UTC, with all digits of the seconds.
enum LinkDate {
    /// The first moments of the years 1 and 10000, in seconds since 2001: outside, the format has no text.
    private static let years = -63_114_076_800.0..<252_423_993_600.0

    /// Returns the text of a date, from which an equal date can be read.
    ///
    /// `nil` if there is none, such as for a date outside the years 1 to 9999.
    static func text(_ date: Date) -> String? {
        let seconds = date.timeIntervalSinceReferenceDate
        guard years.contains(seconds) else { return nil }
        let whole = seconds.rounded(.down)
        let text = Date(timeIntervalSinceReferenceDate: whole).formatted(.iso8601)
        let fraction = seconds - whole
        guard fraction > 0 else { return text }
        let exact = text.dropLast() + "." + digits(fraction) + "Z"
        // In the last second before 2001 a date can have finer steps than its fraction.
        return self.date(exact) == date ? exact : nil
    }

    /// Returns the date of a text: a day, or a moment with `Z` or an offset from UTC, with any number of digits of a
    /// second.
    static func date(_ text: String) -> Date? {
        var rest = Array(text.utf8)[...]
        guard rest.count != 10 else { return moment(rest + Array("T00:00:00".utf8)) }
        guard rest.count >= 20, let whole = moment(rest.prefix(19)) else { return nil }
        rest = rest.dropFirst(19)
        var fraction = 0.0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0.isDigit }
            guard (1...60).contains(digits.count), let read = Double("0." + String(decoding: digits, as: UTF8.self))
            else {
                return nil
            }
            fraction = read
            rest = rest[digits.endIndex...]
        }
        guard let offset = offset(String(decoding: rest, as: UTF8.self)) else { return nil }
        return Date(timeIntervalSinceReferenceDate: whole.timeIntervalSinceReferenceDate - offset + fraction)
    }

    /// Returns the moment of a date and time in UTC without fractional digits.
    private static func moment(_ bytes: ArraySlice<UInt8>) -> Date? {
        let text = String(decoding: bytes, as: UTF8.self) + "Z"
        // Foundation reads February 30 as March 2, and ignores trailing characters.
        guard let date = try? Date(text, strategy: .iso8601), date.formatted(.iso8601) == text else { return nil }
        return date
    }

    /// Returns the seconds of `Z`, `+01:00` or `-0530`.
    private static func offset(_ text: String) -> Double? {
        if text == "Z" || text == "z" { return 0 }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().replacing(":", with: "", maxReplacements: 1)
        guard digits.utf8.count == 4, digits.utf8.allSatisfy(\.isDigit), let number = Int(digits), number % 100 < 60,
            number < 2400
        else { return nil }
        let minutes = number / 100 * 60 + number % 100
        return Double(sign == "-" ? -minutes : minutes) * 60
    }

    /// Returns the shortest fractional digits of this number, which is between 0 and 1.
    private static func digits(_ fraction: Double) -> String {
        let text = fraction.description
        guard let exponent = text.firstIndex(of: "e") else { return String(text.dropFirst(2)) }
        let zeros = -(Int(text[text.index(after: exponent)...]) ?? 0) - 1
        return String(repeating: "0", count: zeros) + text[..<exponent].filter { $0 != "." }.trimmed
    }
}

extension String {
    /// The text without the trailing zero of a one-digit number, as in `1.0e-05`.
    fileprivate var trimmed: String { hasSuffix("0") && count > 1 ? String(dropLast()) : self }
}
