import FiresteelBase
public import Observation
import Synchronization

/// A flag's value for views, tracked by Observation.
///
/// ```swift
/// let autosave = stack.observable(editor.autosave)
/// withObservationTracking { draw(autosave.value) } onChange: { redraw() }
/// ```
///
/// May be used from any thread; `onChange` is called on the thread that caused the change, when the new value is in
/// place.
public final class ObservableFlag<Value: FlagValueConvertible>: Observable, Sendable {
    /// The stack that decides the value.
    public let stack: FlagStack
    /// The flag.
    public let flag: Flag<Value>
    private let registrar = ObservationRegistrar()
    private let subscription = Mutex<Subscription?>(nil)

    init(_ flag: Flag<Value>, in stack: FlagStack) {
        self.flag = flag
        self.stack = stack
        let subscription = stack.onChange { [weak self] changes in
            guard let self, changes.contains(where: { $0.key == flag.key }) else { return }
            registrar.withMutation(of: self, keyPath: \.value) {}
            registrar.withMutation(of: self, keyPath: \.resolution) {}
        }
        self.subscription.withLock { $0 = subscription }
        // Resolving the flag declares it; an undeclared flag has no changes.
        _ = stack.resolution(of: flag, countsAsRead: false)
    }

    /// The value in the fixed context.
    public var value: Value {
        registrar.access(self, keyPath: \.value)
        return stack.value(of: flag)
    }

    /// The value in the fixed context, with the reason for it.
    ///
    /// To show the reason: reading it isn't an exposure, as reading ``value`` is.
    public var resolution: Resolution<Value> {
        registrar.access(self, keyPath: \.resolution)
        return stack.resolution(of: flag)
    }
}

extension FlagStack {
    /// Returns a flag's value for views.
    public func observable<Value>(_ flag: Flag<Value>) -> ObservableFlag<Value> {
        ObservableFlag(flag, in: self)
    }
}
