/// Hours and days as times.
package enum InsightTime {
    /// The milliseconds of an hour.
    package static let hour: Int64 = 3_600_000
    /// The milliseconds of a day.
    package static let day: Int64 = 86_400_000

    /// Returns the beginning of the hour of a time.
    package static func hour(of time: Int64) -> Int64 { time - time % hour }

    /// Returns the beginning of the day of a time, in UTC.
    package static func day(of time: Int64) -> Int64 { time - time % day }
}
