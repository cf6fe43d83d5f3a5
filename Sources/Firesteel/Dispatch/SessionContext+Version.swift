import FiresteelFlags
import Synchronization

extension SessionContext {
    /// Returns a number that changes whenever the availability for this session may change, and never repeats.
    ///
    /// Costs three loads.
    @inline(__always)
    func version(_ dispatcher: Dispatcher) -> UInt64 {
        dispatcher.availabilityVersion.load(ordering: .acquiring) &+ dispatcher.flags.generation
            &+ revision.current
    }
}
