import FiresteelBase
import Foundation
import Testing

@Suite("The calendar")
struct CalendarTests {
    private static func utc() -> Calendar {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? .gmt
        return calendar
    }

    @Test("Moments are those of Foundation's calendar")
    func moments() {
        let calendar = Self.utc()
        for _ in 0..<500 {
            let microseconds = Int64.random(in: -62_135_596_800_000_000...253_402_300_799_999_999)
            let time = CivilTime(microseconds: microseconds)
            let back = CivilTime.microseconds(
                year: time.year, month: time.month, day: time.day, hour: time.hour, minute: time.minute,
                second: time.second, microsecond: time.microsecond)
            #expect(back == microseconds)
            if microseconds > -12_000_000_000_000_000 {
                let date = Date(timeIntervalSince1970: (Double(microseconds) / 1e6).rounded(.down))
                let parts = calendar.dateComponents([.year, .month, .day, .hour, .minute, .second], from: date)
                #expect(parts.year == time.year && parts.month == time.month && parts.day == time.day)
                #expect(parts.hour == time.hour && parts.minute == time.minute && parts.second == time.second)
            }
        }
        #expect(CivilTime(microseconds: 1_795_252_032_311_004).rfc3339 == "2026-11-21T09:07:12.311004Z")
    }

    @Test("Days follow one another, and each is counted back to its number")
    func days() {
        var day = CivilDay(daysSince1970: -719_468)
        for number in -719_467...100_000 {
            let next = CivilDay(daysSince1970: number)
            #expect(next.daysSince1970 == number)
            let isNewMonth = day.day == CivilDay.days(in: day.month, of: day.year)
            #expect(next.day == (isNewMonth ? 1 : day.day + 1))
            #expect(next.month == (isNewMonth ? day.month % 12 + 1 : day.month))
            #expect(next.year == (isNewMonth && day.month == 12 ? day.year + 1 : day.year))
            day = next
        }
        #expect(CivilDay(year: 33, month: 4, day: 5).rfc3339 == "0033-04-05")
    }
}
