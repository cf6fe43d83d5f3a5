/// A count of people, without storing who: exact up to a limit, an estimate beyond it.
///
/// Up to ``maximumExact`` people are stored as 64 bits of a keyed hash each. More are counted by HyperLogLog (Flajolet et al.,
/// 2007) with 2,048 registers, whose standard error is 2.3 %; registers say nothing about one person. Sketches of hours,
/// versions or features are united without counting anyone twice.
package struct PeopleSketch: Sendable, Hashable {
    /// The number of people that are counted exactly.
    package static let maximumExact = 256
    private static let registerCount = 2_048
    private static let maximumRegister: UInt8 = 54
    /// More people than there are, which only damaged registers claim.
    private static let maximumCount = Double(1 << 40)

    private var exact: Set<UInt64> = []
    /// The registers, empty while the people are counted exactly.
    private var registers: [UInt8] = []

    package init() {}

    /// Reads a stored sketch, or returns `nil` if it is damaged.
    package init?(_ bytes: [UInt8]) {
        guard let form = bytes.first else { return }
        switch form {
        case 0:
            guard bytes.count % 8 == 1 else { return nil }
            for start in stride(from: 1, to: bytes.count, by: 8) {
                exact.insert(bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) })
            }
        case 1:
            guard Self.hasRegisters(bytes) else { return nil }
            registers = Array(bytes.dropFirst())
        default: return nil
        }
    }

    /// Whether the bytes after the first one are registers.
    private static func hasRegisters(_ bytes: [UInt8]) -> Bool {
        guard bytes.count == 1 + registerCount else { return false }
        // The largest one, since a loop that may end early compares one register at a time.
        let largest = bytes.withUnsafeBufferPointer { bytes -> UInt8 in
            var largest: UInt8 = 0
            for index in 1..<bytes.count { largest = max(largest, bytes[index]) }
            return largest
        }
        return largest <= maximumRegister
    }

    /// The form in which it is stored.
    package var bytes: [UInt8] {
        guard registers.isEmpty else { return [1] + registers }
        var bytes: [UInt8] = [0]
        bytes.reserveCapacity(1 + exact.count * 8)
        for hash in exact.sorted() {
            for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: hash >> shift)) }
        }
        return bytes
    }

    /// Whether the count is an estimate.
    package var isEstimate: Bool { !registers.isEmpty }

    package mutating func insert(_ hash: UInt64) {
        guard registers.isEmpty else { return register(hash) }
        exact.insert(hash)
        limit()
    }

    /// Adds the people of another sketch.
    package mutating func formUnion(_ other: PeopleSketch) {
        if other.registers.isEmpty {
            for hash in other.exact { insert(hash) }
            return
        }
        if registers.isEmpty { convert() }
        unite(other.registers[...])
    }

    /// Adds the people of a stored sketch, and returns whether it is readable: one that is damaged has no one.
    ///
    /// Answers unite thousands of sketches, whose registers aren't copied for it.
    package mutating func formUnion(stored bytes: [UInt8]) -> Bool {
        if bytes.first == 1 {
            guard Self.hasRegisters(bytes) else { return false }
            if registers.isEmpty { convert() }
            unite(bytes.dropFirst())
        } else {
            guard let other = PeopleSketch(bytes) else { return false }
            formUnion(other)
        }
        return true
    }

    private mutating func unite(_ others: ArraySlice<UInt8>) {
        // Without checks of bounds, 16 registers are compared at once.
        registers.withUnsafeMutableBufferPointer { own in
            others.withUnsafeBufferPointer { others in
                for index in 0..<min(own.count, others.count) { own[index] = max(own[index], others[index]) }
            }
        }
    }

    /// Removes a person, and returns whether they were stored.
    ///
    /// Registers have nothing of one person to remove.
    package mutating func remove(_ hash: UInt64) -> Bool { exact.remove(hash) != nil }

    package var count: Int {
        guard !registers.isEmpty else { return exact.count }
        let m = Double(Self.registerCount)
        var sum = 0.0
        var zeros = 0.0
        for register in registers {
            sum += 1 / Double(UInt64(1) << UInt64(register))
            if register == 0 { zeros += 1 }
        }
        let raw = 0.7213 / (1 + 1.079 / m) * m * m / sum
        // Few people: the number of empty registers is more accurate.
        guard raw <= 2.5 * m, zeros > 0 else { return Int(min(raw, Self.maximumCount).rounded()) }
        return Int((m * Self.logarithm(m / zeros)).rounded())
    }

    private mutating func limit() {
        if exact.count > Self.maximumExact { convert() }
    }

    private mutating func convert() {
        registers = Array(repeating: 0, count: Self.registerCount)
        for hash in exact { register(hash) }
        exact = []
    }

    private mutating func register(_ hash: UInt64) {
        let index = Int(hash >> 53)
        let rest = hash << 11
        registers[index] = max(registers[index], UInt8(min(rest.leadingZeroBitCount, 53) + 1))
    }

    /// Returns the natural logarithm of a number of at least 1, by the series of the inverse hyperbolic tangent.
    private static func logarithm(_ x: Double) -> Double {
        let exponent = Double(x.exponent)
        let y = (x.significand - 1) / (x.significand + 1)
        var (power, sum) = (y, y)
        for k in stride(from: 3.0, through: 41, by: 2) {
            power *= y * y
            sum += power / k
        }
        return exponent * 0.693_147_180_559_945_3 + 2 * sum
    }
}
