import Synchronization

/// Makes identifiers of requests for logs: each differs from the others of the process, and most likely from those of any other.
///
/// They aren't secrets, so they needn't be random themselves.
final class RequestIdentifiers: Sendable {
    private let seed = UInt64.random(in: .min ... .max)
    private let count = Atomic<UInt64>(0)

    /// Returns the next identifier, 16 hexadecimal digits.
    func next() -> String {
        // The finalizer of SplitMix64 (Steele, Lea, Flood 2014), which maps different numbers to different numbers.
        var bits = seed &+ count.wrappingAdd(1, ordering: .relaxed).newValue &* 0x9E37_79B9_7F4A_7C15
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        bits ^= bits >> 31
        return String(unsafeUninitializedCapacity: 16) { digits in
            for index in 0..<16 {
                let digit = UInt8(truncatingIfNeeded: bits >> UInt64(60 - index * 4) & 15)
                digits[index] = digit < 10 ? 0x30 + digit : 0x57 + digit
            }
            return 16
        }
    }
}
