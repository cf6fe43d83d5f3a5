extension DebugReport {
    /// What is in a report.
    public struct Options: Sendable, Hashable {
        /// The names under which secrets stand where nothing else is said.
        public static let defaultSecretWords: Set<String> = [
            "password", "passwd", "passphrase", "secret", "token", "apikey", "authorization", "credential", "cookie",
            "privatekey", "accesskey",
        ]

        /// Whether performs, log lines and stacks are told only where they stand below an action that the user started.
        ///
        /// What the program is and how it stands, such as its versions and flags, is told all the same. Off by default.
        public var userInitiatedOnly: Bool
        /// The identifiers of the sections that are told: `versions`, `faults`, `timeline`, `crashed-run`, `stacks`,
        /// `logs`, `flags`, `availability`, `catalogue` and those that were added.
        ///
        /// `nil` for all.
        public var sections: Set<String>?
        /// Whether the last run that crashed is told as well, if it is kept.
        ///
        /// Off by default.
        public var includesCrashedRun: Bool
        /// The file has at most so many bytes, at least 128 KiB.
        ///
        /// Of what has no room the newest is kept. 64 MiB by default. While it is written it takes about as much memory.
        public var maximumBytes: Int
        /// Texts that must not be in the report, wherever they stand.
        public var secrets: Set<String>
        /// What is a secret by its name: whatever stands under a name that contains one of these words, in metadata of
        /// log lines, inputs, flags, the context of flags and environment variables.
        ///
        /// Case and signs between letters don't matter: `apikey` is meant by `API_KEY` as well. The value is taken out
        /// wherever it stands in the report; one of fewer than four bytes, a number of fewer than eight digits and one
        /// that the timeline has only in part, only in log lines and flags themselves.
        public var secretWords: Set<String>
        /// Whether the targeting key of the flags' context is told, which often says who the user is.
        ///
        /// Off by default.
        public var showsTargetingKey: Bool

        /// Options.
        public init(
            userInitiatedOnly: Bool = false, sections: Set<String>? = nil, includesCrashedRun: Bool = false,
            maximumBytes: Int = 64 << 20, secrets: Set<String> = [],
            secretWords: Set<String> = Options.defaultSecretWords, showsTargetingKey: Bool = false
        ) {
            self.userInitiatedOnly = userInitiatedOnly
            self.sections = sections
            self.includesCrashedRun = includesCrashedRun
            self.maximumBytes = maximumBytes
            self.secrets = secrets
            self.secretWords = secretWords
            self.showsTargetingKey = showsTargetingKey
        }
    }
}
