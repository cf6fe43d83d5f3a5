import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The time zone that the program runs in.
enum LocalTime {
    /// The last requested quarter of an hour, and its offset.
    ///
    /// Time zones change their offset only at quarter hours.
    private static let known = Atomic<UInt64>(.max)

    /// Returns the offset of local time from UTC at a moment, in seconds.
    /// - Parameter microseconds: The moment, in microseconds since 1970-01-01T00:00:00Z.
    static func secondsAheadOfUTC(at microseconds: Int64) -> Int {
        let quarter = UInt32(truncatingIfNeeded: microseconds / 900_000_000)
        let cached = known.load(ordering: .relaxed)
        if cached != .max, UInt32(truncatingIfNeeded: cached >> 32) == quarter {
            return Int(Int32(truncatingIfNeeded: cached))
        }
        var seconds = time_t(microseconds / 1_000_000)
        var local = tm()
        guard localtime_r(&seconds, &local) != nil else { return 0 }
        let offset = Int32(truncatingIfNeeded: local.tm_gmtoff)
        known.store(UInt64(quarter) << 32 | UInt64(UInt32(bitPattern: offset)), ordering: .relaxed)
        return Int(offset)
    }
}
