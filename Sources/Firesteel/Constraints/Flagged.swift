public import FiresteelFlags

/// A constraint that a flag decides.
///
/// ```swift
/// Flagged(default: true)          // the feature's own flag, whose key is the feature's path
/// Flagged(by: flags.newEditor)    // a flag that is declared elsewhere
/// Flagged()                       // its own flag without a default: undetermined until a provider defines it
/// ```
///
/// The flag is one of the runtime's ``FeatureRuntime/flags``, in its fixed context. The feature's own flag needs no
/// declaration: registering the feature declares it, so that it is listed and changed like all others.
///
/// Requesting the feature, with `request()` or `availability`, exposes its flags and those of its groups, and counts as
/// a read of them. Checking the constraint or showing it on a page doesn't.
public struct Flagged: Constraint {
    private enum Source: Sendable {
        case own(default: Bool?, file: StaticString, line: UInt)
        case flag(Flag<Bool>)
    }

    private let source: Source

    /// Creates a constraint on the feature's own flag, whose key is the feature's path.
    ///
    /// - Parameters:
    ///   - defaultValue: The value if no provider defines the flag. Without it the feature is undetermined while a
    ///     provider isn't ready, and unavailable if all are ready and none defines the flag.
    ///   - file: The file of the declaration, for messages. Leave it out.
    ///   - line: The line of the declaration. Leave it out.
    public init(default defaultValue: Bool? = nil, file: StaticString = #fileID, line: UInt = #line) {
        source = .own(default: defaultValue, file: file, line: line)
    }

    /// Creates a constraint on a flag that is declared elsewhere.
    ///
    /// - Parameter flag: The flag. It must have a key when the feature is registered: either an explicit one, or its
    ///   container is registered before.
    public init(by flag: Flag<Bool>) {
        source = .flag(flag)
    }

    /// The label: "Flag".
    public var label: String { "Flag" }

    /// Returns the flag that decides the constraint of the feature at a path.
    public func flag(at path: FeaturePath) -> Flag<Bool> {
        switch source {
        case .flag(let flag): flag
        case .own(let defaultValue, let file, let line):
            Flag(
                path.text, default: defaultValue ?? false, description: "Whether \(path) is available",
                kind: .operational, file: file, line: line)
        }
    }

    /// Returns the flag that decides the constraint.
    public func flags(at path: FeaturePath) -> [ConstraintFlag] {
        [ConstraintFlag(flag(at: path), waitsForProviders: waits)]
    }

    /// The kind of the constraint.
    public var details: ConstraintDetails { ConstraintDetails(kind: .flag) }

    /// Whether the flag has no default.
    private var waits: Bool {
        if case .own(nil, _, _) = source { true } else { false }
    }

    /// Returns whether the flag is on.
    ///
    /// Composes no texts, unless the flag has no default and no provider defines it.
    public func state(_ subject: ConstraintSubject) -> ConstraintStatus.State {
        let flag = subject.declaredFlags.first?.flag ?? flag(at: subject.feature)
        if subject.value(of: flag) { return .met }
        return waits ? check(subject).state : .unmet
    }

    /// Returns whether the flag is on.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let flag = subject.declaredFlags.first?.flag ?? flag(at: subject.feature)
        guard let flags = subject.flags else {
            return flag.defaultValue
                ? .met("On") : .unmet("Off", because: "Off by default", remedy: .changeFlag(flag.key))
        }
        let resolution = subject.resolution(of: flag)
        if waits, resolution.isProgramDefault {
            return undecided(resolution, flag.key, flags)
        }
        if resolution.value { return .met("On") }
        return .unmet("Off", because: reason(resolution, flag.key), remedy: .changeFlag(flag.key))
    }

    private func undecided(
        _ resolution: Resolution<Bool>, _ key: String, _ flags: FlagStack
    ) -> ConstraintStatus {
        if let reason = unusable(resolution, key) {
            return .unmet("Unusable", because: reason, remedy: .changeFlag(key))
        }
        guard let late = flags.providers.first(where: { $0.status.state == .notReady }) else {
            return .unmet(
                "Unknown", because: "No provider defines the flag \(key), and it has no default",
                remedy: .changeFlag(key))
        }
        return .undetermined("Waiting", because: "Waiting for flags from \(late.name)", remedy: .wait)
    }

    private func reason(_ resolution: Resolution<Bool>, _ key: String) -> String {
        switch resolution.reason {
        case .override: return "Switched off on this device by the flag \(key)"
        case .offLocally: return "The flag \(key) is off in this build"
        case .parentOff: return "The parent of the flag \(key) is off"
        case .excluded: return "Another flag of the exclusion group of \(key) is on"
        default: break
        }
        guard let provider = resolution.provider else {
            return unusable(resolution, key) ?? "The flag \(key) is off by default"
        }
        return "The flag \(key) is off in \(provider)"
    }

    /// Returns the reason if a provider has a value of the flag that can't be used.
    private func unusable(_ resolution: Resolution<Bool>, _ key: String) -> String? {
        let absent: Set<FlagError.Code> = [.flagNotFound, .providerNotReady]
        return resolution.skipped.first { !absent.contains($0.error.code) }.map {
            "The value of the flag \(key) in \($0.provider) can’t be used: \($0.error.message)"
        }
    }
}
