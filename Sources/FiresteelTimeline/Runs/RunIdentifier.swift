import FiresteelBase

/// A run's identifier, `<yyyyMMdd'T'HHmmss.SSS'Z'>-<process>-<4 hexadecimal digits>`: names sort by time, and neither
/// two processes nor two runs of one process at one time share one.
struct RunIdentifier: Sendable, Hashable {
    static let fileExtension = ".run"

    let text: String
    /// The start of the run, in microseconds since 1970, to the millisecond.
    let started: Int64
    let process: Int32

    init(started: Int64, process: Int32, number: UInt16) {
        let time = CivilTime(microseconds: started)
        let date = Self.digits(time.year, 4) + Self.digits(time.month, 2) + Self.digits(time.day, 2)
        let clock = Self.digits(time.hour, 2) + Self.digits(time.minute, 2) + Self.digits(time.second, 2)
        let hexadecimal = String(number, radix: 16)
        text =
            "\(date)T\(clock).\(Self.digits(time.microsecond / 1_000, 3))Z-\(process)-"
            + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
        self.started = started - started % 1_000
        self.process = process
    }

    /// Creates the identifier from a file name, or returns `nil` if it isn't that of a run.
    init?(fileName: String) {
        guard fileName.hasSuffix(Self.fileExtension) else { return nil }
        self.init(text: String(fileName.dropLast(Self.fileExtension.count)))
    }

    /// Creates the identifier from its text, or returns `nil` if it is invalid.
    init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let time = Array(parts[0].utf8)
        guard time.count == 20, time[8] == UInt8(ascii: "T"), time[15] == UInt8(ascii: "."),
            time[19] == UInt8(ascii: "Z"), parts[2].utf8.count == 4,
            UInt16(parts[2], radix: 16) != nil, parts[2].allSatisfy({ $0.isHexDigit && !$0.isUppercase }),
            let process = Int32(parts[1]), process >= 0, String(process) == parts[1]
        else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            time[range].reduce(into: Int?(0)) { value, byte in
                guard let digits = value, byte >= 48, byte <= 57 else { value = nil; return }
                value = digits * 10 + Int(byte - 48)
            }
        }
        guard let year = number(0..<4), let month = number(4..<6), (1...12).contains(month),
            let day = number(6..<8), (1...31).contains(day), let hour = number(9..<11), hour < 24,
            let minute = number(11..<13), minute < 60, let second = number(13..<15), second < 61,
            let millisecond = number(16..<19)
        else { return nil }
        self.text = text
        started = CivilTime.microseconds(
            year: year, month: month, day: day, hour: hour, minute: minute, second: second,
            microsecond: millisecond * 1_000)
        self.process = process
    }

    var fileName: String { text + Self.fileExtension }

    private static func digits(_ value: Int, _ count: Int) -> String {
        let text = String(value)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}
