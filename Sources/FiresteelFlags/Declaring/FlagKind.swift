/// What a flag is for, which says how long it lives and who may change it.
public enum FlagKind: String, Sendable, Hashable, CaseIterable, Codable {
    /// Something new is shipped switched off and switched on later; goes when everybody has it.
    case release
    /// Variants are compared; goes with the experiment.
    case experiment
    /// Something can be switched off when it harms; stays.
    case operational
    /// Something that only some users have; stays.
    case permission
    /// A setting of the program; stays.
    case configuration
}
