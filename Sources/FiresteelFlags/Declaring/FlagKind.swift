/// The purpose of a flag, which decides how long it exists and who may change it.
public enum FlagKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Ships something new switched off, to be switched on later; removed when all users have it.
    case release
    /// Compares variants; removed after the experiment.
    case experiment
    /// Switches something off if it causes harm; permanent.
    case operational
    /// Gives something to some users; permanent.
    case permission
    /// A setting of the program; permanent.
    case configuration
}
