import FiresteelFlags
import FiresteelTimeline
import Logging
import Synchronization

/// A feature as one runtime knows it.
final class RegisteredFeature: Sendable {
    let type: any FeatureDefinition.Type
    let index: UInt32
    let path: FeaturePath
    let name: String
    let parent: RegisteredFeature?
    /// Whether the graph of features has it.
    ///
    /// One that hasn't performs all the same, and is never available on request.
    let isRegistered: Bool
    let timelineName: NameID
    let constraints: [any Constraint]
    /// The flags that decide about it: its own and those of its groups.
    let flags: [Flag<Bool>]
    /// Whether there are ``flags``, to be asked without counting references.
    let isFlagged: Bool
    /// The flags of each constraint.
    let constraintFlags: [[ConstraintFlag]]
    /// The indices of ``flags``.
    let flagIndices: [UInt32]
    /// Carries the feature outside its actions.
    let logger: Logger

    /// What ``AvailabilityTable`` came to last.
    let availability: Atomic<UInt8>
    /// Whether availability can differ from person to person.
    let isPersonal = Atomic(false)
    /// The session and the version of the request that was refused last, see ``Dispatcher/recordRefusal(of:in:)``.
    let refused = Atomic<UInt64>(0)
    /// Its position in the ``AvailabilityGraph``, -1 where it isn't registered.
    let position = Atomic<Int>(-1)
    /// What ``FlagExposures`` noted last outside actions of the values of ``flags``.
    let exposed = Atomic<UInt64>(0)
    /// The lowest level that log lines of this feature are shown at and whether the focus has it, kept by ``LogControl``.
    let logThreshold: Atomic<UInt8>

    init(
        type: any FeatureDefinition.Type, index: UInt32, path: FeaturePath, parent: RegisteredFeature?,
        isRegistered: Bool, constraints: [any Constraint], timelineName: NameID, logger: Logger, logThreshold: UInt8
    ) {
        self.type = type
        self.index = index
        self.path = path
        self.name = type.name
        self.parent = parent
        self.isRegistered = isRegistered
        self.timelineName = timelineName
        self.constraints = constraints
        self.constraintFlags = constraints.map { $0.flags(at: path) }
        self.flags = constraintFlags.joined().map(\.flag) + (parent?.flags ?? [])
        self.isFlagged = !flags.isEmpty
        self.flagIndices = flags.map(\.declaration.index)
        self.logger = logger
        self.availability = Atomic(AvailabilityState.undetermined.rawValue)
        self.logThreshold = Atomic(logThreshold)
    }

    /// Its position in the ``AvailabilityGraph``, or `nil` where it isn't registered.
    var graphPosition: Int? {
        let position = position.load(ordering: .acquiring)
        return position >= 0 ? position : nil
    }

    /// Whether this is `other` or below it.
    func isAtOrBelow(_ other: RegisteredFeature) -> Bool {
        var feature: RegisteredFeature? = self
        while let current = feature {
            if current === other { return true }
            feature = current.parent
        }
        return false
    }
}
