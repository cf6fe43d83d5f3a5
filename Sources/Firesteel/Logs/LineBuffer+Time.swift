import FiresteelBase
import FiresteelTimeline

extension LineBuffer {
    /// The format of the time in a log line.
    enum TimeForm {
        /// `16:56:07.067`
        case timeOfDay
        /// `2026-11-21T16:56:07.067Z`
        case milliseconds
        /// `2026-11-21T16:56:07.067123Z`
        case microseconds
        /// `20261121T165607.067Z`, for the name of a file
        case compact
    }

    /// Appends a time from year 0 to 9999.
    mutating func append(_ time: CivilTime, _ form: TimeForm) {
        if form != .timeOfDay {
            append(twoDigits: time.year / 100)
            append(twoDigits: time.year % 100)
            if form != .compact { append("-") }
            append(twoDigits: time.month)
            if form != .compact { append("-") }
            append(twoDigits: time.day)
            append("T")
        }
        append(twoDigits: time.hour)
        if form != .compact { append(":") }
        append(twoDigits: time.minute)
        if form != .compact { append(":") }
        append(twoDigits: time.second)
        append(".")
        if form == .microseconds {
            append(UInt64(clamping: time.microsecond), digits: 6)
        } else {
            append(UInt64(clamping: time.microsecond / 1_000), digits: 3)
        }
        if form != .timeOfDay { append("Z") }
    }
}
