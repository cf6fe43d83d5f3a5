import Foundation
public import Synchronization

extension FlagStack {
    /// The stack in which ``Flag/value`` looks up flags that belong to no other.
    ///
    /// It is the process's default, unless something that runs several programs in one process, such as a test's
    /// runtime, gives another.
    public static var current: FlagStack? {
        ambient.map { $0.takeUnretainedValue() }
    }

    /// Makes this the process's default stack, once and for good.
    ///
    /// - Returns: Whether it is; `false` where there is one already, which is reported in its ``diagnostics``.
    @discardableResult
    public func makeDefault() -> Bool {
        let new = Unmanaged.passRetained(self)
        let opaque = UInt(bitPattern: new.toOpaque())
        let (stored, original) = AmbientFlagStack.pointer.compareExchange(
            expected: 0, desired: opaque, ordering: .acquiringAndReleasing)
        if stored { return true }
        new.release()
        if original == opaque { return true }
        log.report(.ambientStack, nil, "There is a default stack already, and it stays. Call makeDefault() once.")
        notify()
        return false
    }

    /// Asks a function for the ambient stack from now on, before the process's default.
    ///
    /// It is called at each read of a flag without a stack of its own. The stack that it returns must be kept by
    /// whoever called for as long as that call runs, as a task local does. Install it once there is a second stack, and
    /// not before: until then a read is one atomic load. The last one installed holds; it is never let go.
    package static func setResolver(_ resolve: @escaping @Sendable () -> Unmanaged<FlagStack>?) {
        let box = AmbientFlagStack.Resolver(resolve)
        AmbientFlagStack.resolver.store(
            UInt(bitPattern: Unmanaged.passRetained(box).toOpaque()), ordering: .releasing)
    }

    @inlinable @inline(__always) static var ambient: Unmanaged<FlagStack>? {
        if AmbientFlagStack.resolver.load(ordering: .acquiring) != 0, let stack = AmbientFlagStack.resolved() {
            return stack
        }
        guard let pointer = UnsafeRawPointer(bitPattern: AmbientFlagStack.pointer.load(ordering: .acquiring)) else {
            return nil
        }
        return Unmanaged.fromOpaque(pointer)
    }
}

/// The process's default stack and what may stand before it: addresses, or 0.
@usableFromInline enum AmbientFlagStack {
    /// Set once, with a retain that is never given back.
    @usableFromInline static let pointer = Atomic<UInt>(0)
    /// Set with retains that are never given back.
    @usableFromInline static let resolver = Atomic<UInt>(0)

    final class Resolver: Sendable {
        let resolve: @Sendable () -> Unmanaged<FlagStack>?
        init(_ resolve: @escaping @Sendable () -> Unmanaged<FlagStack>?) { self.resolve = resolve }
    }

    @usableFromInline static func resolved() -> Unmanaged<FlagStack>? {
        guard let pointer = UnsafeRawPointer(bitPattern: resolver.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Resolver>.fromOpaque(pointer)._withUnsafeGuaranteedRef { $0.resolve() }
    }
}

/// Tells of flags that are read while there is no stack at all.
@usableFromInline enum MissingFlagStack {
    static let log = FlagDiagnosticLog()
    private static let wasSaid = Atomic(false)

    @usableFromInline static func report(_ declaration: FlagDeclaration) {
        log.report(
            .noStack, key: declaration.key, declaration,
            "“\(declaration.key)” was read and there is no flag stack, so that its default was used. Make a stack first."
        )
        let (first, _) = wasSaid.compareExchange(expected: false, desired: true, ordering: .relaxed)
        guard first, let diagnostic = log.all.first else { return }
        // Nobody else could hear it: there is no stack, and this module knows no loggers.
        FileHandle.standardError.write(Data("warning: \(diagnostic)\n".utf8))
    }
}

extension FlagStack {
    /// What was reported of flags that were read while there was no stack.
    public static var diagnosticsWithoutStack: [FlagDiagnostic] { MissingFlagStack.log.all }
}
