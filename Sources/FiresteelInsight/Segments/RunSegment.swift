public import FiresteelTimeline

/// A part of a run: the counts of actions, failures, exposures to flags and refusals, for each person.
///
/// A segment contains no input, no message and no value of a flag without a variant. The segments of a run have numbers from
/// 1, don't overlap, and together cover it; one never changes once it was created. Times are milliseconds since the start of
/// the run unless stated otherwise.
public struct RunSegment: Sendable, Hashable {
    /// The identifier of the run.
    public var run: String
    /// The number of the segment, from 1.
    public var number: Int
    /// The program.
    public var program: Program
    /// The system and the processor, such as `Linux 6.1.0, x86_64`.
    public var system: String
    /// The class of the device, such as `phone`, `tablet`, `desktop` or `server`; empty if it is unknown.
    public var device: String
    /// The start of the run, in milliseconds since 1970.
    public var started: Int64
    /// The start of the period that the segment covers.
    public var from: Int64
    /// The end of the period.
    public var until: Int64
    /// The end of the run, in its last segment.
    public var end: End?
    /// The number of events, at most, that were overwritten before they could be counted.
    public var lost: Int
    /// The number of messages that the program dropped unsent since the previous segment, to limit what it stores.
    public var unsent: Int
    /// The counts of each person.
    ///
    /// The run's own entry is the first, and always there.
    public var people: [Person]

    /// Creates a segment; each member is described at its declaration.
    public init(
        run: String, number: Int, program: Program, system: String, device: String = "", started: Int64, from: Int64,
        until: Int64, end: End? = nil, lost: Int = 0, unsent: Int = 0, people: [Person]
    ) {
        self.run = run
        self.number = number
        self.program = program
        self.system = system
        self.device = device
        self.started = started
        self.from = from
        self.until = until
        self.end = end
        self.lost = lost
        self.unsent = unsent
        self.people = people
    }
}

extension RunSegment {
    /// A program.
    public struct Program: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The version, such as `3.4.1`.
        public var version: String
        /// The build, such as `512`.
        public var build: String

        /// Creates a program of this name, version and build.
        public init(name: String, version: String, build: String = "") {
            self.name = name
            self.version = version
            self.build = build
        }
    }

    /// The end of a run.
    public struct End: Sendable, Hashable {
        /// The kinds of ends.
        public enum Kind: String, Sendable, CaseIterable {
            /// The program ended it, or exited.
            case orderly
            /// A signal ended the process.
            case signal
            /// The process ended without a recorded cause: it was killed, or ran out of memory.
            case killed
            /// The machine was restarted.
            case restarted
        }

        /// The kind.
        public var kind: Kind
        /// The name of the signal, such as `SIGSEGV`.
        public var signal: String?

        /// Creates an end.
        public init(_ kind: Kind, signal: String? = nil) {
            self.kind = kind
            self.signal = signal
        }
    }

    /// The counts of one person in the period, or those without one.
    public struct Person: Sendable, Hashable {
        /// The session, or 0 for the run as a whole: everything that isn't in a session with a principal.
        public var session: Int
        /// The pseudonym, or an empty text without a person.
        public var pseudonym: String
        /// Whether the session ended in the period.
        public var isEnded = false
        /// The actions that completed in the period, or were in flight when the run ended.
        public var actions: [ActionCount] = []
        /// The variants of experiments that the person was exposed to before the period.
        ///
        /// All actions of the entry come after these exposures.
        public var under: [Variant] = []
        /// The variants that the person was exposed to first in the period.
        public var exposures: [Exposure] = []
        /// The requests that were refused.
        public var refusals: [Refusal] = []
        /// The successions of actions.
        public var successions: [Succession] = []
        /// The number of actions, exposures, refusals and successions beyond the limits, which aren't in the lists.
        public var dropped = 0

        /// Creates a person without any counts.
        public init(session: Int = 0, pseudonym: String = "") {
            self.session = session
            self.pseudonym = pseudonym
        }
    }

    /// An action of a feature, by their identifiers.
    public struct ActionPath: Sendable, Hashable {
        /// The feature's path, such as `App/Documents`.
        public var feature: String
        /// The action's identifier.
        public var action: String

        /// Creates a path.
        public init(feature: String, action: String) {
            self.feature = feature
            self.action = action
        }
    }

    /// The performs of an action.
    public struct ActionCount: Sendable, Hashable {
        /// The action.
        public var path: ActionPath
        /// The number of performs that succeeded.
        public var successes = 0
        /// The number of performs that were cancelled.
        public var cancellations = 0
        /// The number of performs that failed, by the type of the error; empty for a failure without an error.
        public var failures: [String: Int] = [:]
        /// The number of performs that were in flight when the run ended abnormally.
        public var interruptions = 0
        /// The durations of performs that completed.
        public var durations = DurationHistogram()
        /// The sum of these durations, in microseconds.
        public var microseconds = 0
        /// The sum of the amounts of the performs that succeeded, in hundredths of the unit that the action declares.
        public var amount = 0
        /// The time of the first success, `nil` without one.
        public var first: Int64?
        /// The time of the last success, `nil` without one.
        public var last: Int64?

        /// Creates a count of 0.
        public init(_ path: ActionPath) { self.path = path }
    }

    /// A variant of a flag.
    public struct Variant: Sendable, Hashable {
        /// The flag's key.
        public var flag: String
        /// The variant.
        public var variant: String

        /// Creates a variant of a flag.
        public init(flag: String, variant: String) {
            self.flag = flag
            self.variant = variant
        }
    }

    /// The first exposure of a person to a variant of a flag.
    public struct Exposure: Sendable, Hashable {
        /// The flag's key.
        public var flag: String
        /// The variant.
        public var variant: String
        /// The time.
        public var first: Int64
        /// The counts of the person in the period until then, if the variant is that of an experiment.
        ///
        /// The difference to ``RunSegment/Person/actions`` came after the exposure.
        public var before: [ActionCount] = []
        /// The first success after the exposure of actions that had succeeded in the period before it.
        public var after: [FirstSuccess] = []

        /// Creates an exposure.
        public init(flag: String, variant: String, first: Int64) {
            self.flag = flag
            self.variant = variant
            self.first = first
        }
    }

    /// The first success of an action after an exposure.
    public struct FirstSuccess: Sendable, Hashable {
        /// The action.
        public var path: ActionPath
        /// The time.
        public var time: Int64

        /// Creates a first success.
        public init(_ path: ActionPath, at time: Int64) {
            self.path = path
            self.time = time
        }
    }

    /// A feature that was requested and not available.
    public struct Refusal: Sendable, Hashable {
        /// The feature's path.
        public var feature: String
        /// The reasons, such as `Needs Premium`.
        public var reasons: [String]
        /// The number of times.
        public var count: Int

        /// Creates a refusal.
        public init(feature: String, reasons: [String], count: Int) {
            self.feature = feature
            self.reasons = reasons
            self.count = count
        }
    }

    /// An action that followed another in the same session.
    public struct Succession: Sendable, Hashable {
        /// The first action.
        public var from: ActionPath
        /// The action that followed.
        public var to: ActionPath
        /// The number of times.
        public var count: Int

        /// Creates a succession.
        public init(from: ActionPath, to: ActionPath, count: Int) {
            self.from = from
            self.to = to
            self.count = count
        }
    }
}
