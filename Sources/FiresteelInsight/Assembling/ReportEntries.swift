import FiresteelBase
import FiresteelTimeline

/// The last events of a run for a report: without names of sessions, and with pseudonyms.
struct ReportEntries {
    /// The maximum size of the events as JSON.
    private static let maximumBytes = 1 << 20

    /// The maximum numbers of the kinds of which a run may have any number; the last are included.
    private static let limits = ["in-flight": 1_000, "completion-lost": 1_000, "flag": ReportLimits.flags]

    private let since: Int64?
    private let session: UInt32?
    private let pseudonym: (String) -> String
    /// The objects that aren't events: the run, what was in flight, flags, and the end.
    private var fixed: [(place: Int, json: String)] = []
    private var lines: [(place: Int, json: String)] = []
    private var first = 0
    private var bytes = 0
    private var count = 0

    /// - Parameters:
    ///   - since: Earlier events are not included; in microseconds since 1970, `nil` to include all.
    ///   - session: The session whose retained inputs are included, `nil` for none.
    ///   - pseudonym: Returns the pseudonym of a principal.
    init(since: Int64?, inputsOf session: UInt32?, pseudonym: @escaping (String) -> String) {
        self.since = since
        self.session = session
        self.pseudonym = pseudonym
    }

    /// Adds an object of a saved run.
    mutating func add(_ json: String, isEntry: Bool) {
        count += 1
        guard isEntry else { return fixed.append((count, json)) }
        lines.append((count, json))
        bytes += json.utf8.count
        while bytes > Self.maximumBytes, first < lines.count {
            bytes -= lines[first].json.utf8.count
            lines[first].json = ""
            first += 1
        }
        guard first > 4_096, first > lines.count / 2 else { return }
        dropped += first
        lines.removeFirst(first)
        first = 0
    }

    private var dropped = 0

    /// Returns the objects in order.
    func finished() -> InsightReport.Entries {
        let (required, omitted) = requiredObjects()
        let kept = lines[first...].suffix(max(0, ReportLimits.entries - required.count))
        let events = kept.compactMap { line in object(line.json).map { (line.place, $0) } }
        let objects = (required + events).sorted { $0.0 < $1.0 }.map(\.1)
        return InsightReport.Entries(objects: objects, dropped: dropped + lines.count - kept.count + omitted)
    }

    /// Returns the objects that aren't events, with their places, and the number of those beyond the limits.
    private func requiredObjects() -> (objects: [(Int, JSONValue)], omitted: Int) {
        var room = Self.limits
        var objects: [(Int, JSONValue)] = []
        var omitted = 0
        for line in fixed.reversed() {
            let kind = room.keys.first { line.json.hasPrefix("{\"kind\":\"\($0)\"") }
            if let kind, let left = room[kind] {
                guard left > 0 else {
                    omitted += 1
                    continue
                }
                room[kind] = left - 1
            }
            if let object = object(line.json) { objects.append((line.place, object)) }
        }
        return (objects, omitted)
    }

    /// Returns an object as it is sent, or `nil` if it isn't.
    private func object(_ json: String) -> JSONValue? {
        guard case .object(var members)? = try? JSONValue(json: Array(json.utf8)) else { return nil }
        let kind = members["kind"]
        if let since {
            if case .int(let time)? = members["at"], kind != "run", kind != "ending", Int64(time) < since { return nil }
            if kind == "flag", !Self.removeValues(before: since, from: &members) { return nil }
        }
        // A program may name a session after its user.
        members["session-name"] = nil
        if kind == "input-kept", session == nil || members["session"]?.intValue != session.map(Int.init) {
            members["json"] = nil
        }
        if case .string(let principal)? = members["principal"] { members["principal"] = .string(pseudonym(principal)) }
        if kind == "ending" { Self.shorten(&members) }
        return .object(members)
    }

    /// Removes the values of a flag that have no event since a time; returns whether one remains.
    private static func removeValues(before since: Int64, from members: inout [String: JSONValue]) -> Bool {
        guard case .array(let values)? = members["values"] else { return false }
        var kept: [JSONValue] = []
        var texts: [JSONValue?] = []
        for case .object(var parts) in values {
            guard case .int(let last)? = parts["last"], Int64(last) >= since else { continue }
            if case .int(let first)? = parts["first"], Int64(first) < since {
                parts["first"] = nil
                // Which of them had it since isn't known.
                parts["sessions"] = .array([])
            }
            kept.append(.object(parts))
            texts.append(parts["value"])
        }
        members["values"] = .array(kept)
        if !texts.contains(members["latest"]) { members["latest"] = nil }
        return !kept.isEmpty
    }

    /// Removes the folders of files, and the values in the message of a fatal error.
    private static func shorten(_ members: inout [String: JSONValue]) {
        if case .string(let message)? = members["message"] {
            let fatal = InsightReport.Fatal(recorded: message)
            let place = fatal.file.map { "\($0):\(fatal.line ?? 0): " } ?? ""
            members["message"] = .string(place + fatal.message)
        }
        guard case .object(var backtrace)? = members["backtrace"], case .array(let frames)? = backtrace["frames"] else {
            return
        }
        backtrace["frames"] = .array(
            frames.prefix(ReportLimits.frames).map { frame in
                guard case .object(var members) = frame else { return frame }
                for name in ["file", "image"] {
                    if case .string(let text)? = members[name] { members[name] = .string(text.lastPathPart) }
                }
                return .object(members)
            })
        members["backtrace"] = .object(backtrace)
    }
}
