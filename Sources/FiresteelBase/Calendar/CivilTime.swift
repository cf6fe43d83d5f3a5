/// A moment in the Gregorian calendar, in UTC.
package struct CivilTime: Sendable, Hashable {
    package let year: Int
    package let month: Int
    package let day: Int
    package let hour: Int
    package let minute: Int
    package let second: Int
    package let microsecond: Int

    /// Creates the moment that is a number of microseconds after 1970-01-01T00:00:00Z, limited to the years -9999 to
    /// 9999.
    package init(microseconds: Int64) {
        let bounded = min(max(microseconds, -377_705_116_800_000_000), 253_402_300_799_999_999)
        let (days, time) = Int(bounded).dividedRoundingDown(by: 86_400_000_000)
        let date = CivilDay(daysSince1970: days)
        year = date.year
        month = date.month
        day = date.day
        hour = time / 3_600_000_000
        minute = time / 60_000_000 % 60
        second = time / 1_000_000 % 60
        microsecond = time % 1_000_000
    }

    /// Returns the microseconds from 1970-01-01T00:00:00Z to a moment, by the same day count.
    package static func microseconds(
        year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, microsecond: Int
    ) -> Int64 {
        let days = CivilDay(year: year, month: month, day: day).daysSince1970
        return Int64(((days * 24 + hour) * 60 + minute) * 60 + second) * 1_000_000 + Int64(microsecond)
    }

    /// The RFC 3339 time, for example `2026-11-21T09:27:12.311004Z`.
    package var rfc3339: String {
        "\(CivilDay(year: year, month: month, day: day).rfc3339)T\(clock)Z"
    }

    /// The time of day, for example `09:27:12.311004`.
    package var clock: String {
        let seconds = "\(CalendarDigits.text(second, 2)).\(CalendarDigits.text(microsecond, 6))"
        return "\(CalendarDigits.text(hour, 2)):\(CalendarDigits.text(minute, 2)):\(seconds)"
    }
}
