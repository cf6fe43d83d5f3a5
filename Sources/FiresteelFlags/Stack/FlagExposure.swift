import FiresteelBase
import Synchronization

/// An observer of each read of a flag's value, in the fixed context or in another.
///
/// It records to which values a user was exposed. Resolutions and explanations are not such reads. It is called on the
/// path of reads, from any thread: it must not wait, allocate or read flags.
package protocol FlagExposureObserver: AnyObject, Sendable {
    /// Receives a read of a flag.
    ///
    /// - Parameters:
    ///   - read: The flag, and a number for its value.
    ///   - resolution: Returns the flag's key and the resolution of the value. Takes locks or evaluates the flag: for
    ///     the first read of a value, not for each.
    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?)
}

/// A read of a flag, for an observer.
///
/// Only valid during the call.
package struct FlagRead {
    /// A flag's key, and the value with its origin.
    package typealias Resolved = (key: String, resolution: Resolution<JSONValue>)

    /// The declaration's index in the process.
    package let index: UInt32
    /// A number that changes whenever the flag's value or its variant does.
    ///
    /// Where the value is the fixed context's, it counts the changes; where the value was evaluated for the read, it is a
    /// hash of it and of the rules that decided it, in which the highest bit is set.
    package let version: UInt32
    /// The stack in which the flag was read.
    package unowned(unsafe) let stack: FlagStack

    /// Returns the number of a value that was evaluated.
    ///
    /// - Parameter revision: The revision of the flag's rules: other ones may give the value another variant.
    static func version(of value: JSONValue, _ revision: UInt32) -> UInt32 {
        (UInt32(truncatingIfNeeded: value.hashValue) &+ revision &* 0x9E37_79B1) | 1 << 31
    }
}

/// Retains an observer at an address that reads load.
final class FlagExposureHook: Sendable {
    let observer: any FlagExposureObserver
    init(_ observer: any FlagExposureObserver) { self.observer = observer }
}

extension FlagStack {
    /// Sets the observer of reads for the rest of the stack's lifetime.
    ///
    /// - Returns: Whether it was set; `false` if the stack already has one.
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

    /// Returns a number for the values of flags in the fixed context, which grows whenever one of them changes.
    ///
    /// `nil` if a read does more than load a value: of a flag that was never read, or depends on the time.
    ///
    /// - Parameter indices: The indices of the flags' declarations.
    package func versions(at indices: borrowing [UInt32]) -> UInt64? {
        var sum: UInt64 = 0
        for place in indices.indices {
            guard let slot = table.find(indices[place]) else { return nil }
            let state = slot.pointee.state.load(ordering: .acquiring)
            guard state & FlagSlot.slow == 0 else { return nil }
            sum &+= UInt64(FlagSlot.version(state))
        }
        return sum
    }

    /// Notifies the observer, if there is one, of a read of the value in the fixed context.
    @usableFromInline func reportRead(_ index: UInt32, _ version: UInt32) {
        notifyObserver(of: FlagRead(index: index, version: version, stack: self)) { fixedResolution(at: index) }
    }

    /// Notifies the observer of a read of a flag that may have no slot.
    func reportRead(_ index: UInt32, _ version: UInt32, key: String) {
        notifyObserver(of: FlagRead(index: index, version: version, stack: self)) { fixedResolution(of: key) }
    }

    /// Notifies the observer of a value that was evaluated for the read; `nil` is the program's default.
    @inline(never)
    func reportRead(
        of value: JSONValue?, _ entry: FlagEntry, _ declaration: FlagDeclaration, _ context: borrowing EvaluationContext
    ) {
        let version = FlagRead.version(of: value ?? declaration.defaultValue, entry.revision)
        notifyObserver(of: FlagRead(index: declaration.index, version: version, stack: self)) {
            // The read computed the value alone. A second decision has its origin, unless the rules changed meanwhile.
            var trace = AnswerTrace()
            let verdict = decide(entry, as: .declaration(declaration), now: nil, in: context, &trace)
            let answer = trace.answer(verdict)
            let read = value.map(declaration.canonical) ?? declaration.defaultValue
            guard answer.value == value else { return (entry.key, Resolution(value: read, reason: .unknown)) }
            return (entry.key, answer.resolution(read))
        }
    }

    @inline(__always)
    private func notifyObserver(of read: FlagRead, _ resolution: () -> FlagRead.Resolved?) {
        guard let pointer = UnsafeRawPointer(bitPattern: exposurePointer.load(ordering: .acquiring)) else { return }
        Unmanaged<FlagExposureHook>.fromOpaque(pointer).withBorrowed { hook in
            hook.observer.flagWasRead(read, resolution)
        }
    }

    private func fixedResolution(at index: UInt32) -> FlagRead.Resolved? {
        guard let slot = table.find(index), let pointer = slot.pointee.entry.load(ordering: .acquiring) else {
            return nil
        }
        return fixedResolution(of: Unmanaged<FlagEntry>.fromOpaque(pointer).withBorrowed { $0.key })
    }

    private func fixedResolution(of key: String) -> FlagRead.Resolved? {
        graph.withLock { graph in graph.records[key].map { (key, $0.resolution($0.answer)) } }
    }
}
