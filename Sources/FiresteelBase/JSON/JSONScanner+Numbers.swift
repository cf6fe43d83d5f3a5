extension JSONScanner {
    /// Scans a number: an `Int` if it is written as an integer and fits, otherwise a `Double`.
    mutating func scanNumber() throws(JSONScanError) -> JSONToken {
        let start = offset
        let isNegative = next == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        let digits = offset
        // The digits without the point, as many as fit, and the corresponding power of ten.
        var significand: UInt64 = 0
        var exponent = 0
        var isExact = true
        try scanDigits(&significand, &isExact, "a digit")
        if bytes[digits] == UInt8(ascii: "0"), offset - digits > 1 {
            throw JSONScanError(start, "A number can't have leading zeros.")
        }
        if next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e") {
            if isExact, let value = Int(signOf: isNegative, magnitude: significand) {
                return JSONToken(.int, at: start, payload: UInt64(bitPattern: Int64(value)))
            }
        } else {
            if next == UInt8(ascii: ".") {
                offset += 1
                let point = offset
                try scanDigits(&significand, &isExact, "a digit after the decimal point")
                exponent = point - offset
            }
            if next | 0x20 == UInt8(ascii: "e") { exponent += try scanExponent() }
        }
        let value =
            exactDouble(significand, exponent, isExact: isExact).map { isNegative ? -$0 : $0 }
            ?? Double(String(decoding: bytes[start..<offset], as: UTF8.self))
        guard let value, value.isFinite else { throw JSONScanError(start, "The number is too large for a Double.") }
        return JSONToken(.double, at: start, payload: value.bitPattern)
    }

    private mutating func scanDigits(
        _ significand: inout UInt64, _ isExact: inout Bool, _ expected: String
    ) throws(JSONScanError) {
        let start = offset
        while offset < bytes.count, case let digit = bytes[offset] &- UInt8(ascii: "0"), digit < 10 {
            let (shifted, overflow) = significand.multipliedReportingOverflow(by: 10)
            let (sum, carry) = shifted.addingReportingOverflow(UInt64(digit))
            if overflow || carry { isExact = false }
            significand = sum
            offset += 1
        }
        if offset == start { throw unexpected(expected) }
    }

    private mutating func scanExponent() throws(JSONScanError) -> Int {
        offset += 1
        let isNegative = next == UInt8(ascii: "-")
        if isNegative || next == UInt8(ascii: "+") { offset += 1 }
        var magnitude: UInt64 = 0
        var isExact = true
        try scanDigits(&magnitude, &isExact, "a digit of the exponent")
        // Larger exponents are not computed here but by the exact conversion.
        let bounded = isExact ? Int(min(magnitude, 1_000_000)) : 1_000_000
        return isNegative ? -bounded : bounded
    }

    /// Returns the number if one multiplication or division of two exact numbers yields it, and it is therefore
    /// correctly rounded.
    private func exactDouble(_ significand: UInt64, _ exponent: Int, isExact: Bool) -> Double? {
        guard isExact, significand <= 1 << 53, abs(exponent) <= 22 else { return nil }
        let power = Self.powersOfTen[abs(exponent)]
        return exponent < 0 ? Double(significand) / power : Double(significand) * power
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19,
        1e20, 1e21, 1e22,
    ]
}

extension Int {
    /// Creates a number from sign and magnitude, if it fits.
    fileprivate init?(signOf isNegative: Bool, magnitude: UInt64) {
        if !isNegative {
            self.init(exactly: magnitude)
        } else if magnitude == Int.min.magnitude {
            self = .min
        } else if let value = Int(exactly: magnitude) {
            self = -value
        } else {
            return nil
        }
    }
}
