import FiresteelBase
public import Synchronization

/// The evaluation context of the session in which code is running, for programs that serve several users concurrently.
///
/// This module has no sessions. Another module installs a function that returns the context of the running task. Until
/// then a read of a flag that depends on the context costs one more load; a read of any other flag costs nothing.
@usableFromInline enum ContextInEffect {
    /// The address of a ``Resolver``, or 0.
    ///
    /// Stored with retains that are never released.
    @usableFromInline static let resolver = Atomic<UInt>(0)

    /// A box for the function, so that an address can refer to it.
    final class Resolver: Sendable {
        let resolve: @Sendable () -> EvaluationContext?
        init(_ resolve: @escaping @Sendable () -> EvaluationContext?) { self.resolve = resolve }
    }

    /// Whether any session of the process has, or had, its own context.
    @inlinable @inline(__always) static var mayExist: Bool { resolver.load(ordering: .acquiring) != 0 }

    /// The context in effect, or `nil` if the fixed one applies.
    static var current: EvaluationContext? {
        guard let pointer = UnsafeRawPointer(bitPattern: resolver.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Resolver>.fromOpaque(pointer).withBorrowed { $0.resolve() }
    }
}

extension FlagStack {
    /// Sets a function whose context, if it returns one, replaces the fixed context in reads of flags.
    ///
    /// The function is called on the path of reads, from any thread: it must not wait, and reads no flags. The function
    /// installed last applies.
    package static func setContextResolver(_ resolve: @escaping @Sendable () -> EvaluationContext?) {
        let box = ContextInEffect.Resolver(resolve)
        ContextInEffect.resolver.store(
            UInt(bitPattern: Unmanaged.passRetained(box).toOpaque()), ordering: .releasing)
    }

    /// The inputs besides the fixed context that a flag's value depends on.
    package struct Variation: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Another context can have another value.
        package static let context = Variation(rawValue: 1)
        /// Another time can have another value.
        package static let time = Variation(rawValue: 2)
    }

    /// Returns the variation of a flag, by the index of its declaration.
    ///
    /// One load. A flag without a slot in the table varies in every way.
    package func variation(at index: UInt32) -> Variation {
        guard let slot = table.find(index) else { return [.context, .time] }
        let state = slot.pointee.state.load(ordering: .acquiring)
        guard state & FlagSlot.undeclared == 0 else { return [.context, .time] }
        var variation: Variation = []
        if state & FlagSlot.contextual != 0 { variation.insert(.context) }
        if state & FlagSlot.timed != 0 { variation.insert(.time) }
        return variation
    }
}
