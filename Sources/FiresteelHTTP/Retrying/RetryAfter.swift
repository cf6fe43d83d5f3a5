import Foundation
package import HTTPTypes

/// When a server wants to be asked again.
package enum RetryAfter {
    /// The longest that is waited because a server says so: a day.
    package static let maximum = 86_400.0

    /// The time in seconds since 1970, or `nil` where the answer doesn't say, or says what nobody can read.
    ///
    /// Takes seconds and dates as HTTP has them, and dates after ISO 8601, as OFREP has them.
    package static func time(in fields: HTTPFields, now: Double) -> Double? {
        guard let text = fields[.retryAfter]?.trimmingCharacters(in: .whitespaces), !text.isEmpty else { return nil }
        let time: Double
        if text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            time = now + (Double(text) ?? maximum)
        } else if let date = date(text) {
            time = date.timeIntervalSince1970
        } else {
            return nil
        }
        return min(max(time, now), now + maximum)
    }

    private static func date(_ text: String) -> Date? {
        // The three forms of RFC 9110, section 5.6.7.
        for format in ["EEE, dd MMM yyyy HH:mm:ss zzz", "EEEE, dd-MMM-yy HH:mm:ss zzz", "EEE MMM d HH:mm:ss yyyy"] {
            let formatter = DateFormatter()
            formatter.locale = Locale(identifier: "en_US_POSIX")
            formatter.timeZone = TimeZone(secondsFromGMT: 0)
            formatter.dateFormat = format
            if let date = formatter.date(from: text) { return date }
        }
        return (try? Date(text, strategy: .iso8601))
            ?? (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
}
