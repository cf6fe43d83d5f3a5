import FiresteelTimeline
import Foundation

/// The contents of what a program stores and sends, and its limits.
public struct InsightOptions: Sendable {
    /// The default words in names that indicate secrets.
    public static let defaultSecretWords: Set<String> = [
        "password", "passwd", "passphrase", "secret", "token", "apikey", "authorization", "credential", "cookie",
        "privatekey", "accesskey",
    ]

    /// The folder of messages, or `nil` for the folder `insight` beside the runs.
    public var folder: InsightFolder?
    /// The class of the device, such as `phone`, `tablet`, `desktop` or `server`; empty if it is unknown.
    public var device: String
    /// The system, such as `iOS 26.1`, by which people and rules of flags are distinguished; empty for the one of the timeline.
    ///
    /// The timeline has the kernel's name and version, such as `Darwin 25.1.0, arm64`.
    public var system: String
    /// Returns a digest of the program's catalogue; `nil` for none.
    public var catalogue: (@Sendable () -> String)?
    /// Gives people their pseudonyms; `nil` for random identifiers of the installation.
    public var pseudonyms: (any Pseudonyms)?
    /// The interval of segments of a long run.
    ///
    /// 15 minutes by default.
    public var interval: Duration
    /// The time between two reads of the timeline.
    ///
    /// 5 s by default. A timeline that is overwritten faster loses events, which segments count.
    public var pause: Duration
    /// The limits of stored messages.
    public var limits: InsightLimits
    /// Texts that must not be sent.
    public var secrets: Set<String>
    /// The words that indicate secrets: a value is removed if its name contains one of them, and removed everywhere else.
    ///
    /// Case and punctuation are ignored. Names are those of fields of inputs, metadata of log lines, flags and environment
    /// variables.
    public var secretWords: Set<String>
    /// Receives the message of each new error, for a log; called on any thread.
    public var errorHandler: (@Sendable (String) -> Void)?
    /// The environment in which secrets are searched; it is never sent.
    package var environment: [String: String]

    /// Creates options.
    public init(
        folder: InsightFolder? = nil, device: String = "", system: String = "",
        catalogue: (@Sendable () -> String)? = nil, pseudonyms: (any Pseudonyms)? = nil,
        interval: Duration = .seconds(900), pause: Duration = .seconds(5), limits: InsightLimits = InsightLimits(),
        secrets: Set<String> = [], secretWords: Set<String> = InsightOptions.defaultSecretWords,
        errorHandler: (@Sendable (String) -> Void)? = nil
    ) {
        self.folder = folder
        self.device = device
        self.system = system
        self.catalogue = catalogue
        self.pseudonyms = pseudonyms
        self.interval = interval
        self.pause = pause
        self.limits = limits
        self.secrets = secrets
        self.secretWords = secretWords
        self.errorHandler = errorHandler
        environment = ProcessInfo.processInfo.environment
    }

    /// The secrets that are known without a run.
    var redaction: Redaction {
        let words = Redaction(words: Array(secretWords), values: secrets)
        return words.adding(Set(environment.filter { words.hides($0.key) }.values))
    }
}
