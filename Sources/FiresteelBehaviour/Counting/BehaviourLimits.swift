/// The limits that keep the memory of counts constant.
enum BehaviourLimits {
    /// The actions that are counted, the first ones.
    static let actions = 1_000
    /// The bytes of the path of an action; longer ones come from damaged runs.
    static let path = 1_024
    /// The pairs of actions that follow each other.
    static let pairs = 20_000
    /// The people with their own pairs, those who came last.
    static let people = 500
    /// The pairs of each of them.
    static let pairsOfPerson = 200
    /// The sessions with their steps, those that came last.
    static let sessions = 10_000
    /// The steps of a session, the last ones; the older half is removed when there are more.
    static let steps = 100
    /// The reasons why a run can't be read.
    static let unreadableRuns = 100
}
