extension FeatureRuntime {
    /// Returns the availability of a feature, with the reasons for it.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - session: The session of the user: the one whom the session serves, if it has its own context, else the app's
    ///     user. By default the session in effect.
    public func availability(
        of type: any FeatureDefinition.Type, in session: ActionSession? = nil
    ) -> Availability {
        guard let feature = dispatcher.features[Interning.shared.feature(type)] else {
            return .notRegistered(FeaturePath(type.identifier))
        }
        return availabilityTable.availability(of: feature, in: self.effectiveSession(session))
    }

    /// Stores the user's choice for a feature with a ``UserToggled`` constraint.
    ///
    /// - Parameters:
    ///   - type: The feature.
    ///   - isOn: The choice.
    ///   - session: The session of the user: the session's principal, if it has its own context, else the app's user.
    ///     By default the session in effect. For a session with a context and no principal, nothing is stored, which is
    ///     recorded as a ``RuntimeFault/toggles(_:)``.
    public func setToggle(_ type: any ConditionalFeature.Type, _ isOn: Bool, in session: ActionSession? = nil) {
        guard let feature = registered(type) else { return }
        guard let session = self.effectiveSession(session), let context = session.context else {
            availabilityTable.setToggle(feature, isOn)
            return
        }
        guard let choices = context.choices else {
            dispatcher.report(
                .toggles(
                    "The toggle of \(feature.path) can't be set in session “\(session.name)”: it has a context, but no "
                        + "principal. Give session(_:context:principal:) a principal."))
            return
        }
        availabilityTable.setToggle(feature, isOn, for: choices)
    }

    /// Stores the choice of a principal for a feature with a ``UserToggled`` constraint.
    public func setToggle(_ type: any ConditionalFeature.Type, _ isOn: Bool, for principal: Principal) {
        guard let feature = registered(type) else { return }
        let choices = availabilityTable.openChoices(of: principal)
        defer { availabilityTable.principals.close(principal) }
        availabilityTable.setToggle(feature, isOn, for: choices)
    }

    /// Returns a source of facts with its own type, or `nil` if the runtime has none of this name and type.
    ///
    /// - Parameters:
    ///   - type: The type of the source.
    ///   - name: The name of the source.
    ///   - session: The session of the user: the facts are those of the session's principal, if it has its own context,
    ///     else those of people without a principal. By default the session in effect.
    public func source<Source: ConstraintSource>(
        _ type: Source.Type, named name: String, in session: ActionSession? = nil
    ) -> Source? {
        source(named: name, in: session) as? Source
    }

    /// Returns a source of facts, or `nil` if the runtime has none of this name.
    ///
    /// - Parameters:
    ///   - name: The name of the source.
    ///   - session: Whose facts: those of the session's principal, if the session has its own context, else those of
    ///     people without a principal. By default the session in effect.
    public func source(named name: String, in session: ActionSession? = nil) -> (any ConstraintSource)? {
        guard let source = availabilityTable.sources[name], source.isPerPrincipal else {
            return availabilityTable.sources[name]
        }
        return source.source(for: self.effectiveSession(session)?.principal)
    }

    /// Switches a feature with a ``RuntimeEnabled`` constraint on or off for this run.
    public func setEnabled(_ type: any ConditionalFeature.Type, _ isOn: Bool) {
        guard let feature = registered(type) else { return }
        availabilityTable.setEnabled(feature, isOn)
    }

    /// Checks the constraints of a feature again, after a change of what the closure of a ``RuntimeEnabled`` reads.
    public func refreshAvailability(of type: any ConditionalFeature.Type) {
        guard let feature = registered(type) else { return }
        availabilityTable.refresh(feature)
    }

    /// Switches a constraint of the feature at a path, for pages that show constraints.
    ///
    /// - Parameters:
    ///   - control: The switch: the user's, which is stored, or the program's.
    ///   - path: The path of the feature.
    ///   - isOn: Whether the feature is switched on.
    /// - Returns: Whether the feature has a constraint with this control. If not, nothing changes.
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

    /// Returns the changes of availability from now on, in order, each once.
    ///
    /// Changes of several features with the same cause arrive together, groups before their sub-features.
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
    /// The availability of the feature for the current user, with the reasons for it.
    ///
    /// The current user is the one whom the session in effect serves, otherwise the app's user. Reading the property
    /// exposes the user to the flags that decide.
    public static var availability: Availability {
        if SessionContext.mayExist, let session = PerformFrame.innermost?.session, session.context != nil {
            return availability(in: session)
        }
        guard let runtime = CurrentRuntime.runtime else { return .notRegistered(FeaturePath(identifier)) }
        if let feature = runtime.dispatcher.features[Interning.shared.feature(Self.self)], feature.isFlagged {
            runtime.dispatcher.exposeFlags(of: feature)
        }
        return runtime.availability(of: Self.self)
    }

    /// Returns the availability of the feature in a session, with the reasons for it.
    ///
    /// Exposes the session's user to the flags that decide.
    public static func availability(in session: ActionSession) -> Availability {
        let dispatcher = session.dispatcher
        guard let feature = dispatcher.features[Interning.shared.feature(Self.self)],
            let table = dispatcher.runtime?.availabilityTable
        else { return .notRegistered(FeaturePath(identifier)) }
        if let context = session.context {
            let isAvailable = dispatcher.isAvailable(feature, in: session, context, records: true)
            if isAvailable { return Availability(state: .available, reasons: []) }
        } else if feature.isFlagged {
            session.useIfNeeded { dispatcher.exposeFlags(of: feature) }
        }
        return table.availability(of: feature, in: session)
    }
}
