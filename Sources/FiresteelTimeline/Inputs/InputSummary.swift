internal import CFiresteelTimeline

/// A summary of an input: fields with a label and a value, and values without a label.
///
/// A summary writes to memory that its creator supplies and allocates nothing. Values appear in the order in which they
/// were added. A value that doesn't fit is truncated, later values are dropped, and ``isCut`` is `true`. The separators
/// U+0018, U+0019, U+001E and U+001F are recorded as spaces.
public struct InputSummary: ~Copyable {
    private let buffer: UnsafeMutableRawBufferPointer
    private var count = 0

    /// Whether the summary was truncated.
    public private(set) var isCut = false

    /// Creates an empty summary.
    /// - Parameter buffer: The memory to write to, which must outlive the summary. ``TextLimits/input`` bytes are the
    ///   maximum recorded.
    public init(writingTo buffer: UnsafeMutableRawBufferPointer) {
        self.buffer = buffer
    }

    /// The encoded summary, for ``Timeline/begin(_:input:)``.
    ///
    /// The bytes are valid as long as the buffer.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }

    // MARK: Values without a label

    /// Adds a value without a label: the input's name in the user's terms, such as a document's name.
    public mutating func add(_ value: String) {
        guard !isCut else { return }
        write(value)
        endField()
    }

    /// Adds a whole number without a label.
    public mutating func add(_ value: some BinaryInteger) {
        guard !isCut else { return }
        write(number: value)
        endField()
    }

    // MARK: Fields

    /// Adds a text.
    public mutating func add(_ label: StaticString, _ value: String) {
        guard begin(label) else { return }
        write(value)
        endField()
    }

    /// Adds a whole number.
    public mutating func add(_ label: StaticString, _ value: some BinaryInteger) {
        guard begin(label) else { return }
        write(number: value)
        endField()
    }

    /// Adds `yes` or `no`.
    public mutating func add(_ label: StaticString, _ value: Bool) {
        guard begin(label) else { return }
        write(value ? "yes" : "no")
        endField()
    }

    /// Adds a number in the shortest form that reads back as the same number.
    public mutating func add(_ label: StaticString, _ value: Double) {
        guard begin(label) else { return }
        write(number: value, decimals: nil)
        endField()
    }

    /// Adds an amount of data in a readable unit, such as `182 KB`.
    ///
    /// One KB is 1,000 bytes.
    public mutating func add(_ label: StaticString, bytes amount: some BinaryInteger) {
        guard begin(label) else { return }
        write(bytes: amount)
        endField()
    }

    /// Adds a duration in a readable unit, such as `1.2 s`.
    public mutating func add(_ label: StaticString, _ duration: Duration) {
        guard begin(label) else { return }
        write(duration)
        endField()
    }

    /// Adds a secret.
    ///
    /// Only its presence is recorded.
    public mutating func add<Value>(_ label: StaticString, _ secret: Secret<Value>) {
        hide(label)
    }

    /// Adds the fields of another type, without a separate label.
    public mutating func add(_ value: some TimelineDescribable) {
        value.describe(to: &self)
    }

    /// Adds the amount that an action declares.
    ///
    /// Nothing is added for a number below zero and one that isn't finite.
    public mutating func add(amount: Double, unit: StaticString) {
        guard amount >= 0, amount.isFinite, !isCut else { return }
        write(byte: SummaryCoding.amount)
        write(number: amount, decimals: nil)
        write(byte: UInt8(ascii: " "))
        unit.withUTF8Buffer { write(text: UnsafeRawBufferPointer($0)) }
        endField()
    }

    /// Adds a field whose value is not recorded.
    public mutating func hide(_ label: StaticString) {
        guard begin(label) else { return }
        write(byte: SummaryCoding.hidden)
        endField()
    }
}

// MARK: - Writing

extension InputSummary {
    private mutating func begin(_ label: StaticString) -> Bool {
        guard !isCut else { return false }
        // A truncated label would be read as a value.
        guard count + label.utf8CodeUnitCount + 2 <= buffer.count else {
            isCut = true
            return false
        }
        label.withUTF8Buffer { write(text: UnsafeRawBufferPointer($0)) }
        write(byte: SummaryCoding.unit)
        return true
    }

    private mutating func endField() {
        if count < buffer.count {
            buffer[count] = SummaryCoding.record
            count += 1
        }
    }

    private mutating func write(byte: UInt8) {
        guard count < buffer.count else {
            isCut = true
            return
        }
        buffer[count] = byte
        count += 1
    }

    private mutating func write(_ text: String) {
        // Only a string that isn't native UTF-8, such as one bridged from Objective-C, is copied here.
        var text = text
        text.withUTF8 { write(text: UnsafeRawBufferPointer($0)) }
    }

    private mutating func write(text: UnsafeRawBufferPointer) {
        let room = buffer.count - count
        let length = TextCut.length(of: text, within: room)
        if length < text.count { isCut = true }
        for index in 0..<length {
            buffer[count + index] = SummaryCoding.harmless(text[index])
        }
        count += length
    }

    private mutating func write(number: some BinaryInteger) {
        if number < 0 { write(byte: UInt8(ascii: "-")) }
        write(digits: UInt64(clamping: number.magnitude))
    }

    private mutating func write(digits value: UInt64) {
        var divisor: UInt64 = 1
        while value / divisor >= 10 { divisor *= 10 }
        while divisor > 0 {
            write(byte: UInt8(ascii: "0") + UInt8(value / divisor % 10))
            divisor /= 10
        }
    }

    private mutating func write(number: Double, decimals: Int32?) {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { digits in
            let length = fst_format_double(number, decimals ?? -1, digits.baseAddress, digits.count)
            write(text: UnsafeRawBufferPointer(rebasing: digits[..<length]))
        }
    }

    private mutating func write(bytes amount: some BinaryInteger) {
        if amount < 0 { write(byte: UInt8(ascii: "-")) }
        let amount = UInt64(clamping: amount.magnitude)
        if amount < 1_000 {
            write(digits: amount)
            write(" bytes")
        } else if amount < 1_000_000 {
            write(digits: (amount + 500) / 1_000)
            write(" KB")
        } else if amount < 1_000_000_000 {
            write(number: Double(amount) / 1e6, decimals: 1)
            write(" MB")
        } else {
            write(number: Double(amount) / 1e9, decimals: 1)
            write(" GB")
        }
    }

    private mutating func write(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        let value = Double(seconds) + Double(attoseconds) / 1e18
        if abs(value) < 1 {
            write(number: value * 1_000, decimals: 0)
            write(" ms")
        } else if abs(value) < 60 {
            write(number: value, decimals: 1)
            write(" s")
        } else {
            write(number: value / 60, decimals: 1)
            write(" min")
        }
    }
}
