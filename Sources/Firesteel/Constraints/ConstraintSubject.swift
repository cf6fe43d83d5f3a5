public import FiresteelFlags
import Synchronization

/// The subject of a constraint check: a feature, for the app's user or for the user that a session serves.
public struct ConstraintSubject: Sendable {
    /// The feature with the constraint.
    public let feature: FeaturePath
    /// The program's choice, if any.
    public let enabled: Bool?
    /// The system that the program runs on.
    public let platform: HostPlatform
    /// The features in the constraint's ``Constraint/relations``.
    public let related: [RelatedFeature]
    /// The flags of the runtime, or `nil` in a test without them.
    public let flags: FlagStack?

    /// The flags that the constraint declares for the feature, in the order of ``Constraint/flags(at:)``.
    ///
    /// Read these in a check: a flag is an object, and creating it costs more than evaluating it. Empty in a subject that
    /// a test creates.
    public let declaredFlags: [ConstraintFlag]

    private let choice: Choice
    private let evaluationContext: EvaluationContext?
    private let person: Principal?
    private let facts: Facts
    /// Whether ``value(of:)`` exposes the user to flags.
    private let exposes: Bool
    /// Records reads of facts that depend on the user.
    private let reads: ContextReads?

    /// The origin of the user's choice.
    enum Choice: Sendable {
        case given(Bool?)
        case principal(PrincipalChoices?)
    }

    /// The origin of the facts that constraints read.
    enum Facts: Sendable {
        case sources(RequirementSources, for: Principal?)
        case given([Requirement: RequirementStatus], reasons: [Requirement: String])
    }

    /// Creates a subject for testing a constraint.
    public init(
        feature: FeaturePath, toggle: Bool? = nil, enabled: Bool? = nil, platform: HostPlatform = .current,
        statuses: [Requirement: RequirementStatus] = [:], reasons: [Requirement: String] = [:],
        context: EvaluationContext = .empty, principal: Principal? = nil, flags: FlagStack? = nil,
        related: [RelatedFeature] = []
    ) {
        self.init(
            feature: feature, toggle: .given(toggle), enabled: enabled, platform: platform, related: related,
            flags: flags, declaredFlags: [], context: context, principal: principal,
            facts: .given(statuses, reasons: reasons), exposes: false, reads: nil)
    }

    init(
        feature: FeaturePath, toggle: Choice, enabled: Bool?, platform: HostPlatform, related: [RelatedFeature],
        flags: FlagStack?, declaredFlags: [ConstraintFlag], context: EvaluationContext?, principal: Principal?,
        facts: Facts, exposes: Bool, reads: ContextReads?
    ) {
        self.feature = feature
        choice = toggle
        self.enabled = enabled
        self.platform = platform
        self.related = related
        self.flags = flags
        self.declaredFlags = declaredFlags
        self.exposes = exposes
        evaluationContext = context
        person = principal
        self.facts = facts
        self.reads = reads
    }

    /// The user's choice, if any.
    ///
    /// In a session with its own context, the choice of the session's principal.
    public var toggle: Bool? {
        reads?.record()
        return switch choice {
        case .given(let choice): choice
        case .principal(let choices): choices?[feature]
        }
    }

    /// The context of the session, or the fixed context of the flags.
    public var context: EvaluationContext {
        reads?.record()
        return evaluationContext ?? flags?.context ?? .empty
    }

    /// The principal of the session, if it has one.
    public var principal: Principal? {
        reads?.record()
        return person
    }

    /// Returns the status of a fact in the constraint's ``Constraint/requirements``.
    ///
    /// ``RequirementStatus/unsupported`` if the runtime has no such source.
    public func status(of requirement: Requirement) -> RequirementStatus {
        if case .given(let statuses, _) = facts { return statuses[requirement] ?? .unsupported }
        return source(named: requirement.source)?.status(of: requirement.name) ?? .unsupported
    }

    /// Returns a description of why a fact has its status, if its source provides one.
    public func reason(of requirement: Requirement) -> String? {
        if case .given(_, let reasons) = facts { return reasons[requirement] }
        return source(named: requirement.source)?.reason(of: requirement.name)
    }

    /// Returns a source of facts with its own type, for constraints that need more than statuses.
    ///
    /// In a session with its own context, returns the source of that user's facts.
    ///
    /// - Parameters:
    ///   - type: The type of the source.
    ///   - name: The name of the source.
    /// - Returns: `nil` if the runtime has no source of this name, or if it has another type.
    public func source<Source: ConstraintSource>(_ type: Source.Type, named name: String) -> Source? {
        source(named: name) as? Source
    }

    private func source(named name: String) -> (any ConstraintSource)? {
        guard case .sources(let sources, let principal) = facts, let source = sources[name] else {
            return nil
        }
        guard source.isPerPrincipal else { return source }
        reads?.record()
        return source.source(for: principal)
    }

    /// Returns the value of a flag for the subject.
    ///
    /// Evaluates the flag without composing a resolution. In a session with its own context, exposes the user to the
    /// flag.
    public func value(of flag: Flag<Bool>) -> Bool {
        guard let flags else { return flag.defaultValue }
        guard exposes, let evaluationContext else { return resolution(of: flag).value }
        return flags.value(of: flag, in: evaluationContext)
    }

    /// Returns the value of a flag for the subject, with its reason.
    ///
    /// Doesn't count as an exposure.
    public func resolution(of flag: Flag<Bool>) -> Resolution<Bool> {
        guard let flags else { return Resolution(value: flag.defaultValue, reason: .default) }
        let resolution = flags.resolution(of: flag, in: evaluationContext ?? flags.context, countsAsRead: false)
        if !flags.variation(at: flag.declaration.index).isEmpty { reads?.record() }
        return resolution
    }
}

/// Whether a check read anything that depends on the user.
final class ContextReads: Sendable {
    private let found = Atomic(false)

    func record() { found.store(true, ordering: .relaxed) }

    /// Returns whether there was such a read since the last call.
    func consume() -> Bool { found.exchange(false, ordering: .relaxed) }
}
