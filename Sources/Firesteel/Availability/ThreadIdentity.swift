#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A thread, as long as it lives.
struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    /// The thread that this is called on.
    static var current: ThreadIdentity {
        #if canImport(Darwin)
        ThreadIdentity(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadIdentity(number: UInt(pthread_self()))
        #endif
    }
}
