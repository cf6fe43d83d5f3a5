/// The effect of an action on data, for callers that select it by its name: menus, commands, scripts and agents.
public enum ActionEffect: String, Sendable, Hashable, CaseIterable {
    /// It changes nothing, so repeating it is safe.
    case reads
    /// It changes data.
    case changes
    /// It removes data, or can't be undone: callers confirm it first.
    case destroys
}
