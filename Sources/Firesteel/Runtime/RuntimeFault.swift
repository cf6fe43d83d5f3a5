import Synchronization

/// Something that a program did wrong, or that went wrong around it, and that didn't stop it.
///
/// Each is reported once.
public enum RuntimeFault: Sendable, Hashable, CustomStringConvertible {
    /// An action was performed that its feature doesn't declare.
    case undeclaredAction(action: String, feature: String)
    /// An action was performed of a feature that isn't in the graph.
    case unregisteredFeature(feature: String)
    /// There was no runtime to perform an action in, and so it was not performed.
    case noRuntime(action: String)
    /// The timeline could not be kept as asked for.
    case timeline(String)
    /// User toggles could not be read or kept.
    case toggles(String)
    /// Conditions of features could not be checked as they should.
    case constraints(String)
    /// Flags could not be used as they should.
    case flags(String)
    /// The program has more features or actions than the tables have room for.
    case tooMany(String)
    /// An observer threw.
    case observer(String)
    /// Log lines could not be written.
    case log(String)

    /// What is wrong, and what to do about it where something can be done.
    public var description: String {
        switch self {
        case .undeclaredAction(let action, let feature):
            "\(feature) performs \(action) without declaring it. Add it to declare(…), so that it is listed."
        case .unregisteredFeature(let feature):
            "\(feature) is used but stands in no group. Add it to the sub-features of one, or register it."
        case .noRuntime(let action):
            "\(action) was not performed: there is no runtime."
        case .timeline(let words), .toggles(let words), .constraints(let words), .flags(let words), .tooMany(let words),
            .observer(let words), .log(let words):
            words
        }
    }
}

/// The faults met so far, each once.
final class FaultLog: Sendable {
    /// Faults that no runtime can be asked for.
    static let process = FaultLog()

    /// How many different faults are kept; what is wrong beyond that is wrong in the same way.
    private static let limit = 1_000

    private let faults = Mutex<[RuntimeFault]>([])

    /// `false` if it was met before.
    @discardableResult
    func add(_ fault: RuntimeFault) -> Bool {
        faults.withLock { faults in
            guard faults.count < Self.limit, !faults.contains(fault) else { return false }
            faults.append(fault)
            return true
        }
    }

    /// Forgets all of them; they may be met again.
    func erase() { faults.withLock { $0 = [] } }

    var all: [RuntimeFault] { faults.withLock { $0 } }
}
