extension DebugReport {
    /// The contents of a report.
    public struct Options: Sendable, Hashable {
        /// The default words in names that indicate secrets.
        public static let defaultSecretWords: Set<String> = [
            "password", "passwd", "passphrase", "secret", "token", "apikey", "authorization", "credential", "cookie",
            "privatekey", "accesskey",
        ]

        /// Whether performs, log lines and stacks are included only if they belong to a user-initiated action.
        ///
        /// The state of the program, such as its versions and flags, is included in any case. Off by default.
        public var userInitiatedOnly: Bool
        /// The identifiers of the included sections: `versions`, `faults`, `timeline`, `crashed-run`, `stacks`, `logs`,
        /// `flags`, `availability`, `catalogue` and those that were added.
        ///
        /// `nil` for all.
        public var sections: Set<String>?
        /// Whether the last crashed run is included, if it is available.
        ///
        /// Off by default.
        public var includesCrashedRun: Bool
        /// The maximum size of the file in bytes, at least 512 KiB.
        ///
        /// If the data exceeds it, the newest is included. 64 MiB by default. Writing needs about as much memory.
        public var maximumBytes: Int
        /// Texts that must not appear in the report.
        public var secrets: Set<String>
        /// The words that indicate secrets: a value is removed if its name contains one of them, in metadata of log
        /// lines, inputs, flags, the context of flags and environment variables.
        ///
        /// Case and punctuation are ignored: `apikey` matches `API_KEY` as well. The value is removed everywhere in the
        /// report. A value of fewer than four bytes, a number of fewer than eight digits and a value that the timeline
        /// truncated are removed only from log lines and flags themselves.
        /// that the timeline has only in part, only in log lines and flags themselves.
        public var secretWords: Set<String>
        /// Whether the targeting key of the flags' context is included, which often identifies the user.
        ///
        /// Off by default.
        public var showsTargetingKey: Bool

        /// Creates options.
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
