#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The identity of a thread, unique during its lifetime.
package struct ThreadIdentity: Hashable, Sendable {
    private let number: UInt

    /// The identity of the calling thread.
    package static var current: ThreadIdentity {
        #if canImport(Darwin)
        ThreadIdentity(number: UInt(bitPattern: pthread_self()))
        #else
        ThreadIdentity(number: UInt(pthread_self()))
        #endif
    }
}
