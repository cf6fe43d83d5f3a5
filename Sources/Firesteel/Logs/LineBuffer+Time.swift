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
        append(atMost: 32) { memory in
            var digits = TimeDigits(memory: memory)
            if form != .timeOfDay {
                digits.add(time.year / 100)
                digits.add(time.year % 100)
                if form != .compact { digits.add("-") }
                digits.add(time.month)
                if form != .compact { digits.add("-") }
                digits.add(time.day)
                digits.add("T")
            }
            digits.add(time.hour)
            if form != .compact { digits.add(":") }
            digits.add(time.minute)
            if form != .compact { digits.add(":") }
            digits.add(time.second)
            digits.add(".")
            digits.add(time.microsecond / 10_000)
            if form == .microseconds {
                digits.add(time.microsecond / 100 % 100)
                digits.add(time.microsecond % 100)
            } else {
                digits.add(lowest: time.microsecond / 1_000)
            }
            if form != .timeOfDay { digits.add("Z") }
            return digits.count
        }
    }
}

/// Writes the parts of a time to memory with room for them.
///
/// A line is written in about a microsecond, and checking for room at each part takes a noticeable share of it.
private struct TimeDigits {
    let memory: UnsafeMutableRawPointer
    private(set) var count = 0

    init(memory: UnsafeMutableRawPointer) { self.memory = memory }

    @inline(__always)
    mutating func add(_ mark: Unicode.Scalar) { add(byte: UInt8(ascii: mark)) }

    /// Adds a number from 0 to 99 with two digits.
    @inline(__always)
    mutating func add(_ value: Int) {
        let number = UInt16(clamping: value)
        let tens = number / 10
        let digits = UInt16(0x3030) &+ tens &+ (number &- tens &* 10) << 8
        memory.storeBytes(of: digits.littleEndian, toByteOffset: count, as: UInt16.self)
        count += 2
    }

    /// Adds the lowest digit of a number.
    @inline(__always)
    mutating func add(lowest value: Int) { add(byte: UInt8(ascii: "0") + UInt8(clamping: value % 10)) }

    @inline(__always)
    private mutating func add(byte: UInt8) {
        memory.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count += 1
    }
}
