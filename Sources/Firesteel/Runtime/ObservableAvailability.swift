public import Observation
import Synchronization

/// The observable availability of a feature, for views.
///
/// ```swift
/// let availability = runtime.observable(VideoCalls.self)
/// withObservationTracking { draw(availability.isAvailable) } onChange: { redraw() }
/// ```
///
/// Can be used from any thread. `onChange` is called on an arbitrary thread, after the new availability is in place.
/// Another reason for the same state isn't a change.
public final class ObservableAvailability: Observable, Sendable {
    private let runtime: FeatureRuntime
    private let type: any FeatureDefinition.Type
    private let registrar = ObservationRegistrar()
    private let following = Mutex<Task<Void, Never>?>(nil)

    init(_ type: any FeatureDefinition.Type, in runtime: FeatureRuntime) {
        self.runtime = runtime
        self.type = type
        // Created before the first read, so that no change is missed.
        let changes = runtime.availabilityChanges()
        let task = Task.detached { [weak self] in
            for await change in changes {
                guard let self else { return }
                // Read for each change, since the feature may be registered later.
                guard change.feature == path else { continue }
                registrar.withMutation(of: self, keyPath: \.availability) {}
            }
        }
        following.withLock { $0 = task }
    }

    private var path: FeaturePath? { runtime.dispatcher.features[Interning.shared.feature(type)]?.path }

    deinit {
        following.withLock { $0?.cancel() }
    }

    /// The availability of the feature, with the reasons for it.
    public var availability: Availability {
        registrar.access(self, keyPath: \.availability)
        return runtime.availability(of: type)
    }

    /// Whether the feature is available.
    public var isAvailable: Bool { availability.isAvailable }
}

extension FeatureRuntime {
    /// Returns the observable availability of a feature, for views.
    public func observable(_ type: any FeatureDefinition.Type) -> ObservableAvailability {
        ObservableAvailability(type, in: self)
    }
}
