public import Firesteel
public import Foundation

/// The configuration of an inspector: the address, the access, and the program's services.
public struct InspectorConfiguration: Sendable {
    /// The numeric address to listen on.
    ///
    /// `127.0.0.1` by default, which only this machine can reach.
    ///
    /// Any address other than a loopback address exposes the users' activity, unencrypted, to everyone on the network
    /// with the token. Use one only on a trusted network.
    public var host: String
    /// The port, or 0 for any free one.
    public var port: UInt16
    /// The token of every request: 32 hexadecimal digits.
    ///
    /// By default each start creates a new one from 16 bytes of the system's random generator.
    public var token: String?
    /// The file that stores the token for the next start, so that open pages and bookmarks remain valid.
    ///
    /// `nil` by default. Only its owner can read the file; remove it for a new token. While the program isn't running,
    /// an open page sends the token to whichever program listens on the port: on a machine with other users, omit the
    /// file or use a port below 1024. Ignored if ``token`` is set.
    public var tokenFile: URL?
    /// The names that browsers may use for this machine beside the loopback ones, without port.
    ///
    /// Needed only if ``host`` isn't a loopback address.
    public var names: [String]
    /// Whether the inspector starts in a release build as well, where it exposes a program in production.
    public var allowsReleaseBuilds: Bool
    /// The parts to show.
    ///
    /// Everything by default.
    public var parts: InspectorParts
    /// Provides the presenters of actions performed in the pages.
    ///
    /// `NoPresentation` by default: then only actions without a presenter can be performed there, which the pages
    /// indicate.
    public var presentationRouter: any PresentationRouter
    /// Creates the reports for download in the pages.
    ///
    /// `nil` by default, which the pages indicate.
    public var reporter: (any InspectorReporter)?
    /// The address of the program's own page, which the first page links.
    ///
    /// `nil` by default. It may contain a token of the program: requests need the inspector's token to read it.
    public var programAddress: URL?
    /// The command with which the pages replay a recorded failure: the path of the program, and the arguments before those of
    /// `RunReplayer.runCommand`.
    ///
    /// `nil` by default: then the pages don't offer it. Each replay is a process, one at a time, and is killed after 60 seconds.
    /// The command performs actions, so it should work on a copy of the program's data.
    public var replayCommand: [String]?
    /// The words in the names of values that are secret, which tests of recorded failures omit.
    ///
    /// By default those of `InsightOptions`.
    public var secretWords: Set<String>?

    /// Creates a configuration.
    public init(
        host: String = "127.0.0.1",
        port: UInt16 = 0,
        token: String? = nil,
        tokenFile: URL? = nil,
        names: [String] = [],
        allowsReleaseBuilds: Bool = false,
        parts: InspectorParts = .everything,
        presentationRouter: any PresentationRouter = NoPresentation(),
        reporter: (any InspectorReporter)? = nil,
        programAddress: URL? = nil,
        replayCommand: [String]? = nil,
        secretWords: Set<String>? = nil
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.tokenFile = tokenFile
        self.names = names
        self.allowsReleaseBuilds = allowsReleaseBuilds
        self.parts = parts
        self.presentationRouter = presentationRouter
        self.reporter = reporter
        self.programAddress = programAddress
        self.replayCommand = replayCommand
        self.secretWords = secretWords
    }

    /// Whether an inspector starts with this configuration: in a debug build always, in a release build if allowed.
    public var isEnabled: Bool { isEnabled(in: .current) }

    func isEnabled(in build: BuildKind) -> Bool {
        build == .debug || allowsReleaseBuilds
    }
}

/// The kind of build of this module.
///
/// The modules of a package are all built like the program.
enum BuildKind: Sendable {
    case debug
    case release

    static var current: BuildKind {
        #if DEBUG
        .debug
        #else
        .release
        #endif
    }
}
