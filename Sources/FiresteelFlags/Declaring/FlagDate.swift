import FiresteelBase

/// A day of the calendar, without a time or time zone.
public struct FlagDate: Sendable, Hashable, Comparable, CustomStringConvertible, Codable {
    /// The year, 1 to 9999.
    public let year: Int
    /// The month, 1 to 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int

    /// Creates a day; `nil` if the calendar has no such day.
    public init?(year: Int, month: Int, day: Int) {
        guard (1...9999).contains(year), (1...12).contains(month), day >= 1,
            day <= CivilDay.days(in: month, of: year)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
    }

    /// Reads a day such as "2026-12-31"; `nil` if the text isn't one.
    public init?(_ text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }

    /// Creates the day, in UTC, of a time in seconds since 1970.
    public init(secondsSince1970 seconds: Double) {
        let bounded = seconds.isFinite ? min(max(seconds, -62_135_596_800), 253_402_300_799) : 0
        let date = CivilDay(daysSince1970: Int((bounded / 86_400).rounded(.down)))
        (year, month, day) = (date.year, date.month, date.day)
    }

    /// The text "2026-12-31".
    public var description: String { CivilDay(year: year, month: month, day: day).rfc3339 }

    /// Returns whether a day is before another.
    public static func < (left: FlagDate, right: FlagDate) -> Bool {
        (left.year, left.month, left.day) < (right.year, right.month, right.day)
    }

    /// Reads the text of a day.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let date = FlagDate(text) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "“\(text)” is not a day such as “2026-12-31”.")
        }
        self = date
    }

    /// Writes the text of the day.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
