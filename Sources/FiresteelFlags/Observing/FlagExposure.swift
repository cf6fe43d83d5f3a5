import Synchronization

/// Told of each read of a flag in the fixed context.
///
/// For those who note which flags decided what a user saw. It is called on the path of reads, from any thread: no
/// waiting, no allocation, no reading of flags.
package protocol FlagExposureObserver: AnyObject, Sendable {
    /// A flag was read.
    func flagWasRead(_ read: FlagRead)
}

/// A read of a flag, as an observer is told of it.
///
/// Only valid during the call.
package struct FlagRead {
    /// The declaration's index in the process.
    package let index: UInt32
    /// A number that changes whenever the flag's value does.
    ///
    /// The same value of one flag and the same number go together in one stack, as long as the value didn't change 2³²
    /// times. A value that only the time changed keeps its number.
    package let version: UInt32
    /// The stack it was read in.
    package unowned(unsafe) let stack: FlagStack

    /// The flag's key, its value and where it comes from.
    ///
    /// Takes the stack's lock: for the first read of a value, not for each.
    package func resolution() -> (key: String, resolution: Resolution<FlagValue>)? { stack.fixedResolution(at: index) }
}

/// Keeps an observer where reads find it with one load.
final class FlagExposureHook: Sendable {
    let observer: any FlagExposureObserver
    init(_ observer: any FlagExposureObserver) { self.observer = observer }
}

extension FlagStack {
    /// Tells an observer of each read from now on, until the stack is gone.
    ///
    /// - Returns: Whether it is told; `false` where there is one already.
    @discardableResult
    package func setExposureObserver(_ observer: any FlagExposureObserver) -> Bool {
        let new = Unmanaged.passRetained(FlagExposureHook(observer))
        let (stored, _) = exposurePointer.compareExchange(
            expected: 0, desired: UInt(bitPattern: new.toOpaque()), ordering: .acquiringAndReleasing)
        guard stored else {
            new.release()
            return false
        }
        graph.withLock { graph in
            graph.isObserved = true
            for record in graph.records.values where record.slot != nil && record.since != nil {
                record.publish(isObserved: true)
            }
        }
        return true
    }

    /// Tells the observer, if there is one.
    @usableFromInline func noteRead(_ index: UInt32, _ version: UInt32) {
        guard let pointer = UnsafeRawPointer(bitPattern: exposurePointer.load(ordering: .acquiring)) else { return }
        Unmanaged<FlagExposureHook>.fromOpaque(pointer)._withUnsafeGuaranteedRef { hook in
            hook.observer.flagWasRead(FlagRead(index: index, version: version, stack: self))
        }
    }

    func fixedResolution(at index: UInt32) -> (key: String, resolution: Resolution<FlagValue>)? {
        guard let slot = table.slot(index), let pointer = slot.pointee.entry.load(ordering: .acquiring) else {
            return nil
        }
        let key = Unmanaged<FlagEntry>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.key }
        return graph.withLock { graph in
            graph.records[key].map { (key, $0.resolution($0.answer)) }
        }
    }
}
