/// A random secret of 128 bits, created at each start, that proves that a page was opened from the printed address.
struct Secret: Sendable {
    /// 32 hexadecimal digits.
    let text: String

    init() {
        var generator = SystemRandomNumberGenerator()
        let halves = [generator.next(), generator.next()] as [UInt64]
        text = halves.map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }

    /// Compares in constant time.
    func matches(_ candidate: String?) -> Bool {
        guard let candidate else { return false }
        let (own, other) = (Array(text.utf8), Array(candidate.utf8))
        guard own.count == other.count else { return false }
        return zip(own, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
