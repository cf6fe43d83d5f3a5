public import FiresteelFlags

/// All editable flags and segments of a program, and the targetings of one environment.
///
/// ``compiled()`` validates them as a whole and returns the definitions in flagd's format, which `FlagDefinitions`,
/// flagd and other evaluators read.
public struct EditableFlags: Sendable, Hashable {
    /// The flags by their keys.
    public var flags: [String: EditableFlag]
    /// The segments by their keys.
    public var segments: [String: FlagSegment]
    /// The targetings in the environment by the flags' keys; a flag without one is off.
    public var targetings: [String: FlagTargeting]
    /// The experiments in the environment by their keys.
    package var experiments: [String: FlagExperiment] = [:]
    /// The holdouts in the environment by their keys.
    package var holdouts: [String: FlagHoldout] = [:]
    /// The metadata of the definitions themselves, such as `flagSetId`.
    public var metadata: [String: JSONValue]

    /// Creates a set of flags.
    public init(
        flags: [String: EditableFlag] = [:], segments: [String: FlagSegment] = [:],
        targetings: [String: FlagTargeting] = [:], metadata: [String: JSONValue] = [:]
    ) {
        self.flags = flags
        self.segments = segments
        self.targetings = targetings
        self.metadata = metadata
    }

    /// Returns all errors and warnings, in the order of segments, flags, targetings and experiments.
    public func diagnostics() -> [FlagDocumentDiagnostic] {
        var validator = FlagDocumentValidator(self)
        return validator.validate()
    }
}
