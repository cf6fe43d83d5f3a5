public import Firesteel

/// Where an inspector listens, who may ask it, and what the program lends it.
public struct InspectorConfiguration: Sendable {
    /// The address to listen on, in numbers.
    ///
    /// `127.0.0.1` by default, which nobody but this machine reaches.
    ///
    /// Any other than a loopback address shows what the people who use the program do to whoever is on the network and has
    /// the token, unencrypted. Don't, unless the network is your own.
    public var host: String
    /// The port, or 0 for any that is free.
    public var port: UInt16
    /// What every call must carry: 32 hexadecimal digits.
    ///
    /// By default each start makes its own, of 16 bytes of the system's random generator.
    public var token: String?
    /// The names that browsers may use for this machine beside the loopback ones, without port.
    ///
    /// Needed only where ``host`` isn't a loopback address.
    public var names: [String]
    /// Whether to start in a release build as well, where the program that people use is looked into.
    public var allowsReleaseBuilds: Bool
    /// Gives the presenters of actions that are performed in the pages.
    ///
    /// `NoPresentation` by default: then only actions that show nothing can be performed there, and the pages say so.
    public var presentationRouter: any PresentationRouter
    /// Makes the reports that are downloaded in the pages.
    ///
    /// None by default, and the pages say so.
    public var reporter: (any InspectorReporter)?

    /// Makes a configuration; every part of it has a default.
    public init(
        host: String = "127.0.0.1",
        port: UInt16 = 0,
        token: String? = nil,
        names: [String] = [],
        allowsReleaseBuilds: Bool = false,
        presentationRouter: any PresentationRouter = NoPresentation(),
        reporter: (any InspectorReporter)? = nil
    ) {
        self.host = host
        self.port = port
        self.token = token
        self.names = names
        self.allowsReleaseBuilds = allowsReleaseBuilds
        self.presentationRouter = presentationRouter
        self.reporter = reporter
    }

    /// Whether an inspector starts with this configuration: in a debug build always, in a release build when it is asked for.
    public var isEnabled: Bool { isEnabled(in: .current) }

    func isEnabled(in build: BuildKind) -> Bool {
        build == .debug || allowsReleaseBuilds
    }
}

/// How this module was compiled.
///
/// A package's modules are all compiled the way the program is.
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
