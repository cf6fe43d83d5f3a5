public import FiresteelFlags

/// A flag decides whether the feature is available.
///
/// ```swift
/// Flagged(default: true)          // a switch of the feature's own: the flag whose key is its path
/// Flagged(by: flags.newEditor)    // a flag that is declared elsewhere
/// Flagged()                       // of its own, without a default: undetermined until a provider knows it
/// ```
///
/// The flag is one of the runtime's ``FeatureRuntime/flags``, in its fixed context. One of the feature's own needs no
/// declaration: registering the feature declares it, so that it is among all others wherever flags are listed and changed.
///
/// Asking for the feature, with `request()` or `availability`, exposes its flags and those of its groups, and counts as a read
/// of them. That the condition is checked, or shown by a page, doesn't.
public struct Flagged: Constraint {
    private enum Source: Sendable {
        case own(default: Bool?, file: StaticString, line: UInt)
        case flag(Flag<Bool>)
    }

    private let source: Source

    /// A switch of the feature's own, under its path.
    ///
    /// - Parameters:
    ///   - defaultValue: What holds where no provider knows the flag. Without one the feature is undetermined as long as a
    ///     provider isn't ready, and unavailable when all are and none knows it.
    ///   - file: Where it is declared, for messages: leave it out.
    ///   - line: The line there: leave it out.
    public init(default defaultValue: Bool? = nil, file: StaticString = #fileID, line: UInt = #line) {
        source = .own(default: defaultValue, file: file, line: line)
    }

    /// A flag that is declared elsewhere.
    ///
    /// - Parameter flag: It must have a key by the time the feature is registered: one of its own, or its container is
    ///   registered before.
    public init(by flag: Flag<Bool>) {
        source = .flag(flag)
    }

    /// "Flag".
    public var label: String { "Flag" }

    /// The flag that decides the feature at a path.
    public func flag(at path: FeaturePath) -> Flag<Bool> {
        switch source {
        case .flag(let flag): flag
        case .own(let defaultValue, let file, let line):
            Flag(
                path.text, default: defaultValue ?? false, description: "Whether \(path) is available",
                kind: .operational, file: file, line: line)
        }
    }

    /// The flag.
    public func flags(at path: FeaturePath) -> [ConstraintFlag] {
        [ConstraintFlag(flag(at: path), waitsForProviders: waits)]
    }

    /// The kind of the constraint.
    public var details: ConstraintDetails { ConstraintDetails(kind: .flag) }

    /// Whether it has no default.
    private var waits: Bool {
        if case .own(nil, _, _) = source { true } else { false }
    }

    /// Met if the flag is on.
    ///
    /// Without composing texts, unless nothing decided a flag without a default.
    public func state(_ subject: ConstraintSubject) -> ConstraintStatus.State {
        let flag = subject.declaredFlag { self.flag(at: subject.feature) }
        if subject.value(of: flag) { return .met }
        return waits ? check(subject).state : .unmet
    }

    /// Met if the flag is on.
    public func check(_ subject: ConstraintSubject) -> ConstraintStatus {
        let flag = subject.declaredFlag { self.flag(at: subject.feature) }
        guard let flags = subject.flags else {
            return flag.defaultValue
                ? .met("On") : .unmet("Off", because: "Off by default", remedy: .changeFlag(flag.key))
        }
        let resolution = subject.resolution(of: flag)
        if waits, resolution.isProgramDefault {
            return undecided(flag.key, flags)
        }
        if resolution.value { return .met("On") }
        return .unmet("Off", because: words(resolution, flag.key), remedy: .changeFlag(flag.key))
    }

    private func undecided(_ key: String, _ flags: FlagStack) -> ConstraintStatus {
        guard let late = flags.providers.first(where: { $0.status.state == .notReady }) else {
            return .unmet(
                "Unknown", because: "Nobody knows the flag \(key), and it has no default", remedy: .changeFlag(key))
        }
        return .undetermined("Waiting", because: "Waiting for flags from \(late.name)", remedy: .wait)
    }

    private func words(_ resolution: Resolution<Bool>, _ key: String) -> String {
        switch resolution.reason {
        case .override: return "Switched off on this device by the flag \(key)"
        case .offLocally: return "The flag \(key) is off in this build"
        case .parentOff: return "The parent of the flag \(key) is off"
        case .excluded: return "Another flag of the group of \(key) is on"
        default: break
        }
        guard let provider = resolution.provider else { return "The flag \(key) is off by default" }
        return "The flag \(key) is off in \(provider)"
    }
}
