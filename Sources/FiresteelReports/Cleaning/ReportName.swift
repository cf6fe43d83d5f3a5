import Foundation

/// The name of a report's file: `<program>-<yyyyMMdd'T'HHmmss.SSS'Z'>-<4 hexadecimal digits>.report.<zip or html>`.
///
/// Names sort by time, no two are the same, and no other file is called so.
struct ReportName: Hashable {
    /// The name.
    let text: String
    /// The time of the report, to the millisecond.
    let date: Date

    init(program: String, date: Date, format: DebugReport.Format) {
        let harmless = program.unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)) ? Character(scalar) : "_"
        }
        let number = String(UInt16.random(in: 0...UInt16.max), radix: 16)
        let digits = String(repeating: "0", count: 4 - number.count) + number
        text = "\(String(harmless.prefix(40)))-\(Self.stamp(date))-\(digits).report.\(format.rawValue)"
        self.date = date
    }

    /// Creates the name from a file's name, or returns `nil` if it isn't that of a report.
    init?(_ text: String) {
        guard let end = DebugReport.Format.allCases.first(where: { text.hasSuffix(".report.\($0.rawValue)") }) else {
            return nil
        }
        let parts = text.dropLast(".report.\(end.rawValue)".count).split(
            separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, !parts[0].isEmpty, parts[2].utf8.count == 4, UInt16(parts[2], radix: 16) != nil,
            let date = Self.date(String(parts[1]))
        else { return nil }
        self.text = text
        self.date = date
    }

    private static let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar
    }()

    private static func stamp(_ date: Date) -> String {
        let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second, .nanosecond], from: date)
        func digits(_ value: Int?, _ count: Int) -> String {
            let text = String(value ?? 0)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.year, 4) + digits(parts.month, 2) + digits(parts.day, 2)
        let time = digits(parts.hour, 2) + digits(parts.minute, 2) + digits(parts.second, 2)
        return "\(day)T\(time).\(digits((parts.nanosecond ?? 0) / 1_000_000, 3))Z"
    }

    private static func date(_ stamp: String) -> Date? {
        let text = Array(stamp.utf8)
        guard text.count == 20, text[8] == UInt8(ascii: "T"), text[15] == UInt8(ascii: "."),
            text[19] == UInt8(ascii: "Z")
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            let digits = text[range]
            guard digits.allSatisfy({ (48...57).contains($0) }) else { return nil }
            return Int(String(decoding: digits, as: UTF8.self))
        }
        guard let year = number(0..<4), let month = number(4..<6), let day = number(6..<8), let hour = number(9..<11),
            let minute = number(11..<13), let second = number(13..<15), let millisecond = number(16..<19)
        else { return nil }
        return calendar.date(
            from: DateComponents(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second,
                nanosecond: millisecond * 1_000_000))
    }
}
