import FiresteelTimeline

extension CivilTime {
    /// How a time is written in a log line.
    enum Form {
        /// `16:56:07.067`
        case timeOfDay
        /// `2026-11-21T16:56:07.067Z`
        case milliseconds
        /// `2026-11-21T16:56:07.067123Z`
        case microseconds
        /// `20261121T165607.067Z`, for the name of a file
        case compact
    }

    /// Writes the time, from year 0 to 9999, all at once.
    func write(_ form: Form, to bytes: inout [UInt8]) {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { memory in
            var text = Text(memory: memory)
            if form != .timeOfDay {
                text.add(year, digits: 4)
                if form != .compact { text.add("-") }
                text.add(month, digits: 2)
                if form != .compact { text.add("-") }
                text.add(day, digits: 2)
                text.add("T")
            }
            text.add(hour, digits: 2)
            if form != .compact { text.add(":") }
            text.add(minute, digits: 2)
            if form != .compact { text.add(":") }
            text.add(second, digits: 2)
            text.add(".")
            if form == .microseconds {
                text.add(microsecond, digits: 6)
            } else {
                text.add(microsecond / 1_000, digits: 3)
            }
            if form != .timeOfDay { text.add("Z") }
            bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: memory[..<text.count]))
        }
    }

    /// At most 27 bytes, in memory for 32.
    private struct Text {
        let memory: UnsafeMutableRawBufferPointer
        var count = 0

        mutating func add(_ scalar: Unicode.Scalar) {
            memory[count] = UInt8(ascii: scalar)
            count += 1
        }

        mutating func add(_ value: Int, digits: Int) {
            var rest = UInt32(truncatingIfNeeded: max(0, value))
            for place in (0..<digits).reversed() {
                memory[count + place] = UInt8(ascii: "0") + UInt8(rest % 10)
                rest /= 10
            }
            count += digits
        }
    }
}
