/// A command of a test.
///
/// A line has the members of what it does; the parts are done in the order in which they are declared.
struct Command: Decodable {
    /// Whether the performs that remain in flight end, with this command's error.
    var releases: Bool?
    /// The number of typical performs, one after another; see ``Fill``.
    var fill: Int?
    /// The path of the action to perform: `App/Documents/#Save`.
    var action: String?
    /// The inputs of the performs, one after another.
    var inputs: [String]?
    /// The session, which is opened by its first command.
    ///
    /// The main session by default.
    var session: String?
    /// The duration of each perform in microseconds.
    var took: Int?
    /// The time from the begin of each perform to the begin of the next, in microseconds.
    var every: Int?
    /// The error of the performs, which then fail.
    var error: String?
    /// The outcome of the performs, as it is named on the timeline.
    ///
    /// Success or failure by default.
    var outcome: String?
    /// Whether the performs remain in flight until a command releases them.
    var holds: Bool?
    /// The actions that the performs perform in turn.
    var children: [Command]?
    /// The keys of the flags that the performs read.
    var reads: [String]?
    /// The overrides of flags that the performs set, as JSON.
    var overrides: [String: String]?
    /// The lines that the performs log: level and message of each.
    var logs: [[String]]?
    /// Whether performs are those of a server, which the user didn't start.
    var isRemote: Bool?
    /// Whether the process crashes in the perform.
    var crashes: Bool?
    /// The time by which the clock is behind that of the system after it has advanced, in microseconds.
    var behind: UInt64?
    /// Whether the clock follows that of the system from now on.
    var follows: Bool?

    /// The session to open for a user.
    var open: Opening?
    /// The number of sessions of requests to open, of which every tenth is a premium reader's.
    var requests: Int?
    /// The session to close.
    var close: String?
    /// The changes of flags; see ``FlagCommand``.
    var flags: FlagCommand?
    /// The changes of what presents actions; see ``DocumentRouter``.
    var presents: PresentingCommand?
    /// Whether reports wait, and their error.
    var reports: ReportCommand?
    /// The number of activities to store; earlier performs have none.
    var activities: Int?
    struct Opening: Decodable {
        let name: String
        var key: String?
        var plan: String?
    }
}
