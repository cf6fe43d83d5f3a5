import FiresteelBase
import FiresteelFlags

/// The times that conditions compare with.
enum DocumentTime {
    /// The last second of the year 9999.
    static let limit = 253_402_300_799

    /// Returns the seconds since 1970 of a value: a number of seconds, a day, or a time in ISO 8601 with its time zone.
    ///
    /// `nil` for another text, or with a fraction of a second.
    static func seconds(_ value: JSONValue) -> Int? {
        switch value {
        case .int(let seconds): (0...limit).contains(seconds) ? seconds : nil
        case .string(let text): seconds(text)
        default: nil
        }
    }

    /// Returns the time of a number of seconds, such as `2027-03-01T09:00:00Z`.
    static func text(_ seconds: Int) -> String {
        let time = CivilTime(microseconds: Int64(seconds) * 1_000_000)
        let day = CivilDay(year: time.year, month: time.month, day: time.day).rfc3339
        return "\(day)T\(time.clock.prefix(8))Z"
    }

    private static func seconds(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        guard bytes.count >= 10, let day = FlagDate(String(decoding: bytes[..<10], as: UTF8.self)) else { return nil }
        var seconds = CivilDay(year: day.year, month: day.month, day: day.day).daysSince1970 * 86_400
        if bytes.count > 10 {
            guard let time = timeOfDay(bytes[10...]) else { return nil }
            seconds += time
        }
        return (0...limit).contains(seconds) ? seconds : nil
    }

    /// Returns the seconds of a time of day with its zone, such as `T09:00Z` or `T09:00:30+02:00`.
    private static func timeOfDay(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes
        guard let separator = rest.popFirst(), separator | 0x20 == UInt8(ascii: "t") else { return nil }
        guard let hour = number(&rest, below: 24), rest.popFirst() == UInt8(ascii: ":"),
            let minute = number(&rest, below: 60)
        else { return nil }
        var seconds = hour * 3_600 + minute * 60
        if rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let second = number(&rest, below: 60) else { return nil }
            seconds += second
        }
        guard let zone = rest.popFirst() else { return nil }
        if zone | 0x20 == UInt8(ascii: "z") { return rest.isEmpty ? seconds : nil }
        guard zone == UInt8(ascii: "+") || zone == UInt8(ascii: "-"), let hours = number(&rest, below: 24) else {
            return nil
        }
        if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
        guard let minutes = number(&rest, below: 60), rest.isEmpty else { return nil }
        let offset = hours * 3_600 + minutes * 60
        return zone == UInt8(ascii: "+") ? seconds - offset : seconds + offset
    }

    private static func number(_ rest: inout ArraySlice<UInt8>, below limit: Int) -> Int? {
        guard let ten = rest.popFirst(), let one = rest.popFirst(), (0x30...0x39).contains(ten),
            (0x30...0x39).contains(one)
        else { return nil }
        let number = Int(ten - 0x30) * 10 + Int(one - 0x30)
        return number < limit ? number : nil
    }
}
