import Synchronization

/// A programming or environment mistake that doesn't stop the program.
///
/// Each fault is reported once.
public enum RuntimeFault: Sendable, Hashable, CustomStringConvertible {
    /// A feature performed an action that it doesn't declare.
    case undeclaredAction(action: String, feature: String)
    /// An action of a feature outside the graph was performed.
    case unregisteredFeature(feature: String)
    /// An action was not performed because there was no runtime.
    case noRuntime(action: String)
    /// An action was performed in a closed session.
    case closedSession(action: String)
    /// The timeline could not be stored as configured.
    case timeline(String)
    /// User toggles could not be read or stored.
    case toggles(String)
    /// Constraints of features could not be checked as required.
    case constraints(String)
    /// Flags could not be used as required.
    case flags(String)
    /// The program has more features or actions than the tables can hold.
    case tooMany(String)
    /// An observer threw an error.
    case observer(String)
    /// Log lines could not be written.
    case log(String)

    /// A message with the fault and, if possible, what to do about it.
    public var description: String {
        switch self {
        case .undeclaredAction(let action, let feature):
            "\(feature) performs \(action) without declaring it. Add it to declare(…), so that it is listed."
        case .unregisteredFeature(let feature):
            "\(feature) is used but not registered. Add it to a feature group or register it."
        case .noRuntime(let action):
            "\(action) was not performed: there is no runtime. Call FeatureRuntime.setUp(_:) first."
        case .closedSession(let action):
            "\(action) was performed in a session that is closed. Perform it before close(), or open a session."
        case .timeline(let message), .toggles(let message), .constraints(let message), .flags(let message),
            .tooMany(let message),
            .observer(let message), .log(let message):
            message
        }
    }
}

/// The recorded faults, each once.
final class FaultLog: Sendable {
    /// The faults outside all runtimes.
    static let process = FaultLog()

    /// The maximum number of stored faults; further ones are rarely of a new kind.
    private static let limit = 1_000

    private let faults = Mutex<[RuntimeFault]>([])

    /// Adds a fault.
    ///
    /// - Returns: `false` if it was recorded before, or if the log is full.
    @discardableResult
    func add(_ fault: RuntimeFault) -> Bool {
        faults.withLock { faults in
            guard faults.count < Self.limit, !faults.contains(fault) else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Removes all faults, so that they can be recorded again.
    func erase() { faults.withLock { $0 = [] } }

    var all: [RuntimeFault] { faults.withLock { $0 } }
}
