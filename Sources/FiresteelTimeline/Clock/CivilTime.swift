/// A moment in the Gregorian calendar, in UTC.
package struct CivilTime: Sendable, Hashable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    package let microsecond: Int

    /// Creates the moment that many microseconds after 1970-01-01T00:00:00Z, clamped to the years -9999 to 9999.
    ///
    /// Days are counted in eras of 400 years that begin in March, so that the leap day is the last of its year.
    package init(microseconds: Int64) {
        let bounded = min(max(microseconds, -377_705_116_800_000_000), 253_402_300_799_999_999)
        let (days, time) = Self.divide(Int(bounded), by: 86_400_000_000)
        let (era, dayOfEra) = Self.divide(days + 719_468, by: 146_097)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        hour = time / 3_600_000_000
        minute = time / 60_000_000 % 60
        second = time / 1_000_000 % 60
        microsecond = time % 1_000_000
    }

    /// Returns the microseconds since 1970 of a moment, by the same count of days.
    package static func microseconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, microsecond: Int
    ) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let (era, yearOfEra) = divide(shifted, by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        let days = era * 146_097 + dayOfEra - 719_468
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000 + Int64(microsecond)
    }

    /// Divides rounding down, with a remainder that is never negative.
    private static func divide(_ value: Int, by divisor: Int) -> (Int, Int) {
        let quotient = value >= 0 ? value / divisor : (value - divisor + 1) / divisor
        return (quotient, value - quotient * divisor)
    }

    /// The moment in the format of RFC 3339, such as `2026-11-21T09:27:12.311004Z`.
    package var rfc3339: String {
        "\(digits(year, 4))-\(digits(month, 2))-\(digits(day, 2))T\(clock)Z"
    }

    /// The time of day, such as `09:27:12.311004`.
    package var clock: String {
        "\(digits(hour, 2)):\(digits(minute, 2)):\(digits(second, 2)).\(digits(microsecond, 6))"
    }

    private func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
