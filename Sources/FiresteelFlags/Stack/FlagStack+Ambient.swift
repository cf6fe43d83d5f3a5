import FiresteelBase
import Foundation
public import Synchronization

extension FlagStack {
    /// The stack in which ``Flag/value`` looks up flags that belong to no other.
    ///
    /// It is the process's default, unless a resolver returns another: one that runs several programs in one process, such as
    /// a test's runtime.
    public static var current: FlagStack? {
        ambient.map { $0.takeUnretainedValue() }
    }

    /// Makes this the process's default stack for the rest of the process.
    ///
    /// - Returns: Whether it is the default; `false` if another stack already is, which is reported in ``diagnostics``.
    @discardableResult
    public func makeDefault() -> Bool {
        let new = Unmanaged.passRetained(self)
        let opaque = UInt(bitPattern: new.toOpaque())
        let (stored, original) = AmbientFlagStack.pointer.compareExchange(
            expected: 0, desired: opaque, ordering: .acquiringAndReleasing)
        if stored { return true }
        new.release()
        if original == opaque { return true }
        log.report(
            .ambientStack, nil,
            "Can't make this the default stack: the process already has one. Call makeDefault() once.")
        notify()
        return false
    }

    /// Sets a function whose result precedes the process's default stack.
    ///
    /// It is called at each read of a flag that belongs to no stack. The caller has to retain the returned stack until the call
    /// returns, as a task local does. Set it when there is a second stack, and not before: until then a read is one atomic
    /// load. The function set last is used; it is never released.
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

/// The process's default stack and the function that precedes it: addresses, or 0.
@usableFromInline enum AmbientFlagStack {
    /// Set once, with a retain that is never balanced.
    @usableFromInline static let pointer = Atomic<UInt>(0)
    /// Set with retains that are never balanced.
    @usableFromInline static let resolver = Atomic<UInt>(0)

    final class Resolver: Sendable {
        let resolve: @Sendable () -> Unmanaged<FlagStack>?
        init(_ resolve: @escaping @Sendable () -> Unmanaged<FlagStack>?) { self.resolve = resolve }
    }

    @usableFromInline static func resolved() -> Unmanaged<FlagStack>? {
        guard let pointer = UnsafeRawPointer(bitPattern: resolver.load(ordering: .acquiring)) else { return nil }
        return Unmanaged<Resolver>.fromOpaque(pointer).withBorrowed { $0.resolve() }
    }
}

/// Reports flags that are read while there is no stack at all.
@usableFromInline enum MissingFlagStack {
    static let log = FlagDiagnosticLog()
    private static let isReported = Atomic(false)

    @usableFromInline static func report(_ declaration: FlagDeclaration) {
        let name = declaration.key.isEmpty ? "A flag without a key" : "“\(declaration.key)”"
        log.report(
            .noStack, key: declaration.key, detail: declaration.key.isEmpty ? "\(declaration.line)" : "", declaration,
            "\(name) was read without a flag stack, so its default was used. Create a stack before the first read, and "
                + "register the container of the flag.")
        let (first, _) = isReported.compareExchange(expected: false, desired: true, ordering: .relaxed)
        guard first, let diagnostic = log.all.first else { return }
        // There is no stack to subscribe to, and this module has no logger.
        FileHandle.standardError.write(Data("warning: \(diagnostic)\n".utf8))
    }
}

extension FlagStack {
    /// The diagnostics of flags that were read while there was no stack.
    public static var diagnosticsWithoutStack: [FlagDiagnostic] { MissingFlagStack.log.all }
}
