import FiresteelBase

/// The performs and flags among the objects of a saved run.
///
/// Objects come from reports, so that every member may be missing or of another type; such an object is ignored.
struct SavedPerforms {
    /// The perform that is sought.
    enum Subject {
        /// The number in the run, and the session, which the data of a perform in flight may lack.
        case perform(Int, session: Int)
        /// The perform that a report names, with the time of the report in milliseconds since 1970.
        case reported(feature: String, action: String, name: String?, isInFlight: Bool, time: Int)
    }

    /// A perform with its place in the run.
    struct Perform {
        /// The number in the run; 0 if the run doesn't have the perform.
        let id: Int
        var step: ReplayStory.Step
        var session: Int
        let depth: Int
        /// The number of the perform that a user began, which it is itself, or that led to it.
        var root = 0
        /// The begin, in microseconds since 1970.
        let began: Int
        /// The completion, or `nil` if there is none.
        var ended: Int?
        /// The places of the begin and the completion among the objects, 0 if they aren't known.
        var place = (begin: 0, end: 0)
        /// The error's type, case and message.
        var error: (type: String?, enumCase: String?, message: String)?

        var isFailure: Bool { step.outcome?.hasPrefix("failure") ?? false }
        /// The description of the error.
        var cause: String? {
            error.map { SavedPerforms.failed(type: $0.type, case: $0.enumCase, message: $0.message) }
        }
        var end: RecordedEnd {
            RecordedEnd(
                outcome: step.outcome, type: error?.type, case: error?.enumCase, message: error?.message ?? "")
        }
        /// Whether a replay performed it.
        var isReplayed = false

        /// Whether it had ended before another began.
        func hasEnded(before other: Perform) -> Bool {
            guard let ended else { return false }
            // Several events may have the same microsecond, and the numbers of several threads aren't in order.
            if place.end > 0, other.place.begin > 0 { return place.end < other.place.begin }
            return ended <= other.began
        }

        /// The path of the action.
        var identity: String { "\(step.feature)#\(step.action)" }
    }

    private(set) var program = ""
    private(set) var run = ""
    private var isCrash = false
    private var performs: [Int: Perform] = [:]
    private var flagObjects: [[String: JSONValue]] = []
    /// What is known of the availability of features, in order.
    private var availabilities: [(feature: String, session: Int, at: Int, isAvailable: Bool)] = []

    /// The number of objects that were added: events are in the order of time.
    private var count = 0

    init(_ objects: [JSONValue]) {
        // A run has its events in order; a report may come from anyone. Objects without a time refer to those with one.
        let timed = objects.enumerated().map { (at: $1.objectValue?["at"]?.intValue ?? .max, place: $0, object: $1) }
        for entry in timed.sorted(by: { ($0.at, $0.place) < ($1.at, $1.place) }) {
            if case .object(let object) = entry.object { add(object) }
        }
    }

    private mutating func add(_ object: [String: JSONValue]) {
        count += 1
        switch object["kind"]?.stringValue {
        case "run": addRun(object)
        case "flag": flagObjects.append(object)
        case "request-refused", "availability": addAvailability(object)
        case "begin", "in-flight": begin(object)
        case "completion-lost":
            begin(object)
            change(object) { $0.step.outcome = $0.step.outcome ?? "unknown" }
        case "completion": complete(object)
        case "input-kept": change(object) { $0.step.input = Self.input(object) }
        default: break
        }
    }

    private mutating func addRun(_ object: [String: JSONValue]) {
        let text = { (name: String) in object[name]?.stringValue ?? "" }
        program = text("program") + (text("version").isEmpty ? "" : " \(text("version"))")
        run = text("run")
        isCrash = ["signal", "died"].contains(text("end"))
    }

    private mutating func addAvailability(_ object: [String: JSONValue]) {
        guard let feature = object["feature"]?.stringValue, let at = object["at"]?.intValue else { return }
        let isAvailable = object["is"]?.stringValue == "available"
        availabilities.append((feature, object["session"]?.intValue ?? 0, at, isAvailable))
    }

    private mutating func begin(_ object: [String: JSONValue], at began: Int? = nil) {
        guard let perform = object["perform"]?.intValue, performs[perform] == nil,
            let feature = object["feature"]?.stringValue, let action = object["action"]?.stringValue,
            let at = began ?? object["at"]?.intValue
        else { return }
        let name = object["action-name"]?.stringValue ?? action
        performs[perform] = Perform(
            id: perform, step: .init(feature: feature, action: action, name: name),
            session: object["session"]?.intValue ?? 0,
            depth: object["depth"]?.intValue ?? 0, root: object["root"]?.intValue ?? perform, began: at)
        performs[perform]?.isReplayed = object["source"]?.stringValue == "replay"
        if object["kind"]?.stringValue == "begin" { performs[perform]?.place.begin = count }
    }

    private mutating func complete(_ object: [String: JSONValue]) {
        guard let at = object["at"]?.intValue else { return }
        begin(object, at: at.subtractingReportingOverflow(object["took"]?.intValue ?? 0).partialValue)
        change(object) { [count] perform in
            perform.step.outcome = object["outcome"]?.stringValue ?? "unknown"
            perform.ended = at
            perform.place.end = count
            if perform.isFailure { perform.error = Self.error(object["error"]?.arrayValue ?? []) }
        }
    }

    private mutating func change(_ object: [String: JSONValue], _ change: (inout Perform) -> Void) {
        guard let id = object["perform"]?.intValue, var perform = performs[id] else { return }
        change(&perform)
        performs[id] = perform
    }

    private static func input(_ object: [String: JSONValue]) -> ReplayStory.Input {
        guard let text = object["json"]?.stringValue else {
            return .missing(object["replay"]?.stringValue == "too-large" ? "it is too large" : "it isn't in the report")
        }
        let value = try? JSONValue(json: Array(text.utf8), limits: JSONLimits(depth: 32))
        return value.map { .retained($0) } ?? .missing("it is damaged")
    }

    private static func error(_ fields: [JSONValue]) -> (type: String?, enumCase: String?, message: String) {
        let texts = fields.compactMap(\.objectValue).map { ($0["label"]?.stringValue, $0["value"]?.stringValue ?? "") }
        let message = texts.filter { $0.0 == nil }.map(\.1).joined(separator: ", ")
        return (texts.first { $0.0 == "Type" }?.1, texts.first { $0.0 == "Case" }?.1, message)
    }

    /// Returns the description of a failure, such as `failed with DiskError.full: The disk is full`.
    static func failed(type: String?, case name: String?, message: String) -> String {
        let error = [type, name].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ".")
        return "failed" + (error.isEmpty ? "" : " with \(error)") + (message.isEmpty ? "" : ": \(message)")
    }
}

extension SavedPerforms {
    /// Returns a perform, or `nil` if there is none of this number.
    func perform(_ id: Int) -> Perform? { performs[id] }

    /// Returns the perform of a subject, or without one the last that was in flight at a crash or failed.
    func failure(_ subject: Subject?) -> Perform? {
        let candidates = performs.values.sorted { ($0.began, $0.id) < ($1.began, $1.id) }
        switch subject {
        case .perform(let id, let session):
            var perform = performs[id]
            if perform?.session == 0 { perform?.session = session }
            return perform
        case .reported(let feature, let action, let name, let isInFlight, let time):
            let found = candidates.last { perform in
                guard perform.step.feature == feature, perform.step.action == action else { return false }
                if isInFlight { return perform.step.outcome == nil }
                return perform.isFailure && (perform.ended ?? 0) / 1_000 <= time
            }
            let step = ReplayStory.Step(feature: feature, action: action, name: name ?? action)
            return found ?? Perform(id: 0, step: step, session: 0, depth: 0, began: 0)
        case nil:
            let inFlight = isCrash ? candidates.last { $0.step.outcome == nil } : nil
            return inFlight ?? candidates.filter(\.isFailure).max { ($0.ended ?? 0, $0.id) < ($1.ended ?? 0, $1.id) }
        }
    }

    /// Returns a failure with the performs of the same session that had begun before its end, in the order in which they began.
    ///
    /// Those that other performs caused are left out.
    func performs(until failure: Perform) -> [Perform] {
        let others = performs.values.filter { perform in
            perform.session == failure.session && failure.session != 0 && perform.depth == 0 && perform.id != failure.id
                && (!failure.hasEnded(before: perform) || (perform.began, perform.id) < (failure.began, failure.id))
        }
        return (others + [failure]).sorted { ($0.began, $0.id) < ($1.began, $1.id) }
    }

    /// Returns the paths of features that were last known to be unavailable for a session until a time, in microseconds.
    func unavailable(for session: Int, until time: Int) -> Set<String> {
        availabilities.filter { $0.at <= time && [0, 1, session].contains($0.session) }.reduce(into: []) {
            paths, known in
            if known.isAvailable { paths.remove(known.feature) } else { paths.insert(known.feature) }
        }
    }

    /// The performs that others led to, by the number of their first cause, in order.
    var following: [Int: [Replay.Following]] {
        Dictionary(grouping: performs.values.filter { $0.depth > 0 }, by: \.root).mapValues { led in
            led.sorted { ($0.began, $0.id) < ($1.began, $1.id) }
                .map { Replay.Following(name: SwiftCode.line($0.step.name), end: $0.end) }
        }
    }

    /// The numbers of the performs that a replay began, by action, in order.
    var roots: [String: ArraySlice<Int>] {
        Dictionary(grouping: performs.values.filter { $0.depth == 0 && $0.isReplayed }, by: \.identity)
            .mapValues { $0.map(\.id).sorted()[...] }
    }

    /// The keys of the flags that were read.
    var flagKeys: Set<String> { Set(flagObjects.compactMap { $0["flag"]?.stringValue }) }

    /// Returns the flags that a session was exposed to until a time, by key.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - time: The time, in microseconds since 1970.
    func flags(of session: Int, until time: Int) -> [ReplayStory.Flag] {
        var keys: Set<String> = []
        let flags = flagObjects.compactMap { object -> ReplayStory.Flag? in
            guard let key = object["flag"]?.stringValue, let values = object["values"]?.arrayValue else { return nil }
            // The session's value is the one that it was exposed to last. Session 1 is the program's own.
            let known = values.compactMap(\.objectValue).filter { ($0["first"]?.intValue ?? 0) <= time }
                .sorted { Self.exposure($0, until: time) < Self.exposure($1, until: time) }
            let seen =
                known.last { Self.sessions($0).contains(session) } ?? known.last { Self.sessions($0).contains(1) }
            guard let value = seen ?? known.last(where: { Self.sessions($0).isEmpty }) else { return nil }
            let text = value["value"]?.stringValue ?? ""
            return ReplayStory.Flag(
                key: key, value: try? JSONValue(json: Array(text.utf8), limits: JSONLimits(depth: 32)),
                isDefault: (value["provider"]?.stringValue ?? "").isEmpty)
        }
        // A dictionary with the same key twice ends the program.
        return flags.filter { keys.insert($0.key).inserted }.sorted { $0.key < $1.key }
    }

    /// Returns the last known exposure to a value until a time.
    private static func exposure(_ value: [String: JSONValue], until time: Int) -> Int {
        let times = [value["last"], value["first"]].compactMap { $0?.intValue }
        return times.first { $0 <= time } ?? 0
    }

    private static func sessions(_ value: [String: JSONValue]) -> [Int] {
        (value["sessions"]?.arrayValue ?? []).compactMap(\.intValue)
    }
}
