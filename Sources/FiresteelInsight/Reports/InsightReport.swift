/// A program's report of a crash, a failure that it marked, or a request of the user: what it was doing, and the last
/// events before.
///
/// Inputs appear as their types describe them, see `TimelineDescribable`. Errors have their type and case without its values,
/// and the message that they define. Times are milliseconds since 1970 unless stated otherwise.
public struct InsightReport: Sendable, Hashable {
    /// The cause of a report.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A signal or a fatal error ended the run.
        case crash
        /// The run ended without a recorded cause: it was killed, or ran out of memory.
        case killed
        /// An action failed with an error that the program reports.
        case failure
        /// The user requested it.
        case request
    }

    /// The last state of the report's action.
    public enum State: String, Sendable, Hashable, CaseIterable {
        /// It was in flight.
        case inFlight
        /// It failed.
        case failed
    }

    /// The identifier of the run.
    public var run: String
    /// The number of the report in its run, from 1.
    public var number: Int
    /// The time of the crash, of the failure, or of the request.
    public var time: Int64
    /// The cause of the report.
    public var kind: Kind
    /// The program.
    public var program: RunSegment.Program
    /// The system and the processor, such as `Linux 6.1.0, x86_64`.
    public var system: String
    /// The class of the device, such as `phone`, `tablet`, `desktop` or `server`; empty if it is unknown.
    public var device = ""
    /// The pseudonym of the person, or `nil` without one.
    public var person: String?
    /// The end of the run, for ``Kind/crash`` and ``Kind/killed``.
    public var end: RunSegment.End?
    /// The action that was in flight or failed, or `nil` if there is none.
    public var action: RunSegment.ActionPath?
    /// The display names of that action.
    public var names: Names?
    /// The last state of that action.
    public var state: State?
    /// The error of a failure.
    public var failure: Failure?
    /// The message of a fatal error, if it is known.
    public var fatal: Fatal?
    /// The frames of the crashed thread, the innermost first.
    public var backtrace: [Frame] = []
    /// The last performs, in order of their ends; those in flight are the last.
    public var steps: [Step] = []
    /// The flags that were read or changed, with the values in effect.
    public var flags: [Flag] = []
    /// The features whose availability is known.
    public var availability: [Availability] = []
    /// A digest of the program's features, actions and flags, or an empty text.
    public var catalogue = ""
    /// The last events, as objects of a saved run.
    public var timeline = Entries()

    /// Creates a report without details.
    public init(
        run: String, number: Int, time: Int64, kind: Kind, program: RunSegment.Program, system: String,
        end: RunSegment.End? = nil
    ) {
        self.run = run
        self.number = number
        self.time = time
        self.kind = kind
        self.program = program
        self.system = system
        self.end = end
    }
}
