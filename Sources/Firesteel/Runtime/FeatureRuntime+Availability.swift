extension FeatureRuntime {
    /// Whether a feature can be used, and why not.
    public func availability(of type: any FeatureDefinition.Type) -> Availability {
        guard let feature = dispatcher.features[Interning.shared.feature(type)] else {
            return .notRegistered(FeaturePath(type.identifier))
        }
        return availabilityTable.availability(of: feature)
    }

    /// Notes what the user chose for a feature with a ``UserToggled`` condition, and keeps it.
    public func setToggle(_ type: any ConditionalFeature.Type, _ isOn: Bool) {
        guard let feature = registered(type) else { return }
        availabilityTable.setToggle(feature, isOn)
    }

    /// Switches a feature with a ``RuntimeEnabled`` condition on or off for this run.
    public func setEnabled(_ type: any ConditionalFeature.Type, _ isOn: Bool) {
        guard let feature = registered(type) else { return }
        availabilityTable.setEnabled(feature, isOn)
    }

    /// Switches a condition of the feature at a path, as a page that shows its conditions does.
    ///
    /// - Parameters:
    ///   - control: Which switch: the user's, which is kept, or the program's.
    ///   - path: The feature.
    ///   - isOn: On or off.
    /// - Returns: Whether there is such a feature with a condition that this switches. If not, nothing changed.
    @discardableResult
    public func set(_ control: ConstraintControl, of path: FeaturePath, to isOn: Bool) -> Bool {
        guard let feature = registry.find(path), feature.constraints.contains(where: { $0.control == control }) else {
            return false
        }
        switch control {
        case .toggle: availabilityTable.setToggle(feature, isOn)
        case .runtime: availabilityTable.setEnabled(feature, isOn)
        }
        return true
    }

    /// The changes of availability from now on, in order, each once.
    ///
    /// What one change makes of several features comes together, groups before what is below them.
    public func availabilityChanges() -> AsyncStream<AvailabilityChange> {
        availabilityTable.observe()
    }

    private func registered(_ type: any FeatureDefinition.Type) -> RegisteredFeature? {
        guard let feature = dispatcher.features[Interning.shared.feature(type)], feature.isRegistered else {
            dispatcher.report(.unregisteredFeature(feature: type.identifier))
            return nil
        }
        return feature
    }
}

extension ConditionalFeature {
    /// Whether the feature can be used in the runtime in effect, and why not.
    ///
    /// The flags that decide about it count as having met the user.
    public static var availability: Availability {
        guard let runtime = CurrentRuntime.runtime else { return .notRegistered(FeaturePath(identifier)) }
        if let feature = runtime.dispatcher.features[Interning.shared.feature(Self.self)], feature.isFlagged {
            runtime.dispatcher.exposeFlags(of: feature)
        }
        return runtime.availability(of: Self.self)
    }
}

extension Availability {
    static func notRegistered(_ path: FeaturePath) -> Availability {
        Availability(
            state: .unavailable,
            reasons: [
                AvailabilityReason(
                    feature: path, text: "Not among the features of this program", remedy: .register,
                    isUndetermined: false)
            ])
    }
}
