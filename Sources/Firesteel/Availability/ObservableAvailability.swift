public import Observation
import Synchronization

/// A feature's availability for views: whoever reads it is told when the feature becomes available or stops being so.
///
/// ```swift
/// let availability = runtime.observable(VideoCalls.self)
/// withObservationTracking { draw(availability.isAvailable) } onChange: { redraw() }
/// ```
///
/// May be used from any thread; `onChange` is called on some thread, when the new availability is there already. Nobody is
/// told of another reason for the same state.
public final class ObservableAvailability: Observable, Sendable {
    private let runtime: FeatureRuntime
    private let type: any FeatureDefinition.Type
    private let registrar = ObservationRegistrar()
    private let following = Mutex<Task<Void, Never>?>(nil)

    init(_ type: any FeatureDefinition.Type, in runtime: FeatureRuntime) {
        self.runtime = runtime
        self.type = type
        // Made before anybody reads, so that no change is missed.
        let changes = runtime.availabilityChanges()
        let task = Task.detached { [weak self] in
            for await change in changes {
                guard let self else { return }
                // Looked up each time: the feature may be registered later.
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

    /// Whether the feature can be used, and why not.
    public var availability: Availability {
        registrar.access(self, keyPath: \.availability)
        return runtime.availability(of: type)
    }

    /// Whether the feature can be used now.
    public var isAvailable: Bool { availability.isAvailable }
}

extension FeatureRuntime {
    /// A feature's availability for views.
    public func observable(_ type: any FeatureDefinition.Type) -> ObservableAvailability {
        ObservableAvailability(type, in: self)
    }
}
