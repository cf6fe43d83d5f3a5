import Foundation
package import HTTPTypes

/// The earliest time for another request, as a server specifies it.
package enum RetryAfter {
    /// The maximum delay that a server can cause, in seconds: one hour, so that a wrong value doesn't end the exchange.
    package static let maximum = 3_600.0

    /// Returns the time in seconds since 1970, or `nil` if the field is missing or malformed.
    ///
    /// Accepts seconds and HTTP dates, and the ISO 8601 dates of OFREP.
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
