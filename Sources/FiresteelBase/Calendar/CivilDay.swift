/// A day of the Gregorian calendar.
///
/// Days are counted in eras of 400 years that begin in March, so that the leap day is the last of its year.
package struct CivilDay: Sendable, Hashable {
    package let year: Int
    /// The month, 1 to 12.
    package let month: Int
    /// The day of the month, from 1.
    package let day: Int

    /// Creates a day without validation against the calendar.
    package init(year: Int, month: Int, day: Int) {
        self.year = year
        self.month = month
        self.day = day
    }

    /// Creates the day that is a number of days after 1970-01-01.
    package init(daysSince1970 days: Int) {
        let (era, dayOfEra) = days.dividedRoundingDown(by: 146_097, after: 719_468)
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// The number of days from 1970-01-01 to this day.
    package var daysSince1970: Int {
        let (era, yearOfEra) = (month <= 2 ? year - 1 : year).dividedRoundingDown(by: 400)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    /// Returns the number of days of a month.
    package static func days(in month: Int, of year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// The RFC 3339 date, for example `2026-11-21`.
    package var rfc3339: String {
        "\(CalendarDigits.text(year, 4))-\(CalendarDigits.text(month, 2))-\(CalendarDigits.text(day, 2))"
    }
}

/// Numbers with leading zeros.
enum CalendarDigits {
    static func text(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Int {
    /// Returns quotient and remainder of a division that rounds down, so that the remainder is never negative.
    func dividedRoundingDown(by divisor: Int, after offset: Int = 0) -> (Int, Int) {
        let value = self + offset
        let quotient = value >= 0 ? value / divisor : (value - divisor + 1) / divisor
        return (quotient, value - quotient * divisor)
    }
}
