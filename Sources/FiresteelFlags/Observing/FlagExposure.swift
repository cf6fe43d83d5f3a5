import Synchronization

/// Told of each read of a flag's value, in the fixed context or in another.
///
/// For those who note which flags decided what a user saw. Resolutions and explanations are no such reads. It is called on
/// the path of reads, from any thread: no waiting, no allocation, no reading of flags.
package protocol FlagExposureObserver: AnyObject, Sendable {
    /// A flag was read.
    ///
    /// - Parameters:
    ///   - read: Which, and a number for its value.
    ///   - resolution: Gives the flag's key, the value that was read and where it comes from. Takes locks or evaluates the
    ///     flag: for the first read of a value, not for each.
    func flagWasRead(_ read: FlagRead, _ resolution: () -> FlagRead.Resolved?)
}

/// A read of a flag, as an observer is told of it.
///
/// Only valid during the call.
package struct FlagRead {
    /// A flag's key, its value and where it comes from.
    package typealias Resolved = (key: String, resolution: Resolution<FlagValue>)

    /// The declaration's index in the process.
    package let index: UInt32
    /// A number that changes whenever the flag's value does.
    ///
    /// The same value of one flag and the same number go together in one stack. Where the value is the fixed context's, it
    /// counts the changes; where the value was evaluated for the read, it is a hash of it, in which the highest bit is set.
    package let version: UInt32
    /// The stack it was read in.
    package unowned(unsafe) let stack: FlagStack

    /// The number of a value that was evaluated.
    static func version(of value: FlagValue) -> UInt32 {
        UInt32(truncatingIfNeeded: value.hashValue) | 1 << 31
    }
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

    /// A number for the values of flags in the fixed context, which grows whenever one of them changes.
    ///
    /// `nil` where a read does more than load a value: of a flag that nobody read yet, say, or whose value depends on the time.
    ///
    /// - Parameter indices: Those of the flags' declarations.
    package func versions(at indices: borrowing [UInt32]) -> UInt64? {
        var sum: UInt64 = 0
        for place in indices.indices {
            guard let slot = table.slot(indices[place]) else { return nil }
            let state = slot.pointee.state.load(ordering: .acquiring)
            guard state & FlagSlot.slow == 0 else { return nil }
            sum &+= UInt64(FlagSlot.version(state))
        }
        return sum
    }

    /// Tells the observer, if there is one, of a read of the value in the fixed context.
    @usableFromInline func noteRead(_ index: UInt32, _ version: UInt32) {
        notifyObserver(of: FlagRead(index: index, version: version, stack: self)) { fixedResolution(at: index) }
    }

    /// The same of a flag that needn't be in the table.
    func noteRead(_ index: UInt32, _ version: UInt32, key: String) {
        notifyObserver(of: FlagRead(index: index, version: version, stack: self)) { fixedResolution(of: key) }
    }

    /// The same of a value that was evaluated for the read; `nil` is the program's default.
    @inline(never)
    func noteRead(
        of value: FlagValue?, _ entry: FlagEntry, _ declaration: FlagDeclaration, _ evaluator: FlagEvaluator,
        _ context: borrowing EvaluationContext
    ) {
        let version = FlagRead.version(of: value ?? declaration.defaultValue)
        notifyObserver(of: FlagRead(index: declaration.index, version: version, stack: self)) {
            // The rules gave the value alone. Asked once more, they say where it comes from, unless they changed meanwhile.
            let ticket = readers.enter()
            let answer = evaluator.evaluate(entry, as: .declaration(declaration), in: context)
            readers.leave(ticket)
            let read = value.map(declaration.canonical) ?? declaration.defaultValue
            guard answer.value == value else { return (entry.key, Resolution(value: read, reason: .unknown)) }
            return (entry.key, answer.resolution(read))
        }
    }

    @inline(__always)
    private func notifyObserver(of read: FlagRead, _ resolution: () -> FlagRead.Resolved?) {
        guard let pointer = UnsafeRawPointer(bitPattern: exposurePointer.load(ordering: .acquiring)) else { return }
        Unmanaged<FlagExposureHook>.fromOpaque(pointer)._withUnsafeGuaranteedRef { hook in
            hook.observer.flagWasRead(read, resolution)
        }
    }

    private func fixedResolution(at index: UInt32) -> FlagRead.Resolved? {
        guard let slot = table.slot(index), let pointer = slot.pointee.entry.load(ordering: .acquiring) else {
            return nil
        }
        return fixedResolution(of: Unmanaged<FlagEntry>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.key })
    }

    private func fixedResolution(of key: String) -> FlagRead.Resolved? {
        graph.withLock { graph in graph.records[key].map { (key, $0.resolution($0.answer)) } }
    }
}
