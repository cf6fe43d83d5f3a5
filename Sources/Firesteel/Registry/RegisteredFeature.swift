import FiresteelFlags
import FiresteelTimeline
import Logging
import Synchronization

/// A registered feature in one runtime.
final class RegisteredFeature: Sendable {
    let type: any FeatureDefinition.Type
    let index: UInt32
    let path: FeaturePath
    let name: String
    let parent: RegisteredFeature?
    /// Whether the feature graph contains the feature.
    ///
    /// If not, its actions are performed nevertheless, and it is never available on request.
    let isRegistered: Bool
    let timelineName: NameID
    let constraints: [any Constraint]
    /// The flags that decide about the feature: its own and those of its groups.
    let flags: [Flag<Bool>]
    /// Whether there are ``flags``, readable without reference counting.
    let isFlagged: Bool
    let constraintFlags: [[ConstraintFlag]]
    let flagIndices: [UInt32]
    /// The logger of the feature outside its actions.
    let logger: Logger

    /// The current ``AvailabilityState``, written by ``AvailabilityTable``.
    let availability: Atomic<UInt8>
    /// Whether it is available to the app's user now.
    var isAvailableToAppUser: Bool {
        availability.load(ordering: .relaxed) == AvailabilityState.available.rawValue
    }
    /// Whether availability can depend on the user.
    let isPersonal = Atomic(false)
    /// The session and the version of the request that was refused last, see ``Dispatcher/recordRefusal(of:in:)``.
    let refused = Atomic<UInt64>(0)
    /// Its position in the ``AvailabilityGraph``, -1 if it isn't registered.
    let position = Atomic<Int>(-1)
    /// The version of ``flags`` that was last exposed outside actions, see ``Dispatcher/exposeFlags(of:)``.
    let exposed = Atomic<UInt64>(0)
    /// The threshold of log lines and whether the feature is in focus, written by ``LogControl``.
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

    /// The position in the ``AvailabilityGraph``, or `nil` if the feature isn't registered.
    var graphPosition: Int? {
        let position = position.load(ordering: .acquiring)
        return position >= 0 ? position : nil
    }

    /// Returns whether this is another feature or one of its descendants.
    func isAtOrBelow(_ other: RegisteredFeature) -> Bool {
        var feature: RegisteredFeature? = self
        while let current = feature {
            if current === other { return true }
            feature = current.parent
        }
        return false
    }
}
