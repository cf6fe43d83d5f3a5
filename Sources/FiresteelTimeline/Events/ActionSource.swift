/// The source of a perform.
public enum ActionSource: UInt8, Sendable, Hashable, CaseIterable {
    /// The program's own code: a button, a menu, another action.
    case application = 0
    /// A link that was opened.
    case url = 1
    /// An activity that was continued.
    case activity = 2
    /// A shortcut or an intent of the system.
    case shortcut = 3
    /// A notification that the user responded to.
    case notification = 4
    /// A command typed in a terminal.
    case commandLine = 5
    /// A request over HTTP.
    case http = 6
    /// An agent that uses the program through its tools.
    case agent = 7
    /// A recorded session that is played again.
    case replay = 8

    /// The identifier in exports, such as `command-line`.
    ///
    /// It never changes.
    public var identifier: String {
        switch self {
        case .application: "application"
        case .url: "url"
        case .activity: "activity"
        case .shortcut: "shortcut"
        case .notification: "notification"
        case .commandLine: "command-line"
        case .http: "http"
        case .agent: "agent"
        case .replay: "replay"
        }
    }

    /// Creates the source with the given identifier, or returns `nil` if there is none.
    public init?(identifier: String) {
        guard let source = Self.allCases.first(where: { $0.identifier == identifier }) else { return nil }
        self = source
    }
}
