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
            append(time.year, digits: 4)
            if form != .compact { append("-") }
            append(time.month, digits: 2)
            if form != .compact { append("-") }
            append(time.day, digits: 2)
            append("T")
        }
        append(time.hour, digits: 2)
        if form != .compact { append(":") }
        append(time.minute, digits: 2)
        if form != .compact { append(":") }
        append(time.second, digits: 2)
        append(".")
        if form == .microseconds {
            append(time.microsecond, digits: 6)
        } else {
            append(time.microsecond / 1_000, digits: 3)
        }
        if form != .timeOfDay { append("Z") }
    }

    @inline(__always)
    private mutating func append(_ value: Int, digits: Int) {
        append(UInt64(clamping: value), digits: digits)
    }
}
