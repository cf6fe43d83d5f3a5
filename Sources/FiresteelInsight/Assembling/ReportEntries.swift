import FiresteelBase
import FiresteelTimeline

/// The last events of a run for a report: without names of sessions, and with pseudonyms.
struct ReportEntries {
    /// The maximum size of the events as JSON.
    private static let maximumBytes = 1 << 20

    private let since: Int64
    private let pseudonym: (String) -> String
    /// The objects that aren't events: the run, what was in flight, flags, and the end.
    private var fixed: [(place: Int, object: JSONValue)] = []
    private var lines: [(place: Int, json: String)] = []
    private var first = 0
    private var bytes = 0
    private var count = 0

    /// - Parameters:
    ///   - since: Earlier events are not included; in microseconds since 1970.
    ///   - pseudonym: Returns the pseudonym of a principal.
    init(since: Int64, pseudonym: @escaping (String) -> String) {
        self.since = since
        self.pseudonym = pseudonym
    }

    /// Adds an object of a saved run.
    mutating func add(_ json: String, isEntry: Bool) {
        count += 1
        guard isEntry else {
            if let object = object(json) { fixed.append((count, object)) }
            return
        }
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
        let kept = lines[first...].suffix(ReportLimits.entries - fixed.count)
        let events = kept.compactMap { line in object(line.json).map { (line.place, $0) } }
        let objects = (fixed + events).sorted { $0.0 < $1.0 }.map(\.1)
        return InsightReport.Entries(objects: objects, dropped: dropped + lines.count - kept.count)
    }

    /// Returns an object as it is sent, or `nil` if it isn't.
    private func object(_ json: String) -> JSONValue? {
        guard case .object(var members)? = try? JSONValue(json: Array(json.utf8)) else { return nil }
        let kind = members["kind"]
        if case .int(let time)? = members["at"], kind != "run", kind != "ending", Int64(time) < since { return nil }
        // A program may name a session after its user.
        members["session-name"] = nil
        if case .string(let principal)? = members["principal"] { members["principal"] = .string(pseudonym(principal)) }
        if kind == "ending" { Self.shorten(&members) }
        return .object(members)
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
