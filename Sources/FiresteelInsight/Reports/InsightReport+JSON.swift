package import FiresteelBase

extension InsightReport {
    /// The version of the format that this module writes.
    public static let formatVersion = 1

    /// The report as JSON in UTF-8.
    ///
    /// Equal reports have equal bytes.
    public var json: [UInt8] {
        var members: [String: JSONValue] = [
            "format": .int(Self.formatVersion), "run": .string(run), "number": .int(number), "time": .int(Int(time)),
            "kind": .string(kind.rawValue), "program": program.value, "system": .string(system),
        ]
        members.add("device", device)
        members.add("person", person)
        if let end { members["end"] = end.value }
        members.add("feature", action?.feature)
        members.add("action", action?.action)
        if let names { members["names"] = names.value }
        members.add("state", state?.rawValue)
        if let failure { members["error"] = failure.value }
        if let fatal { members["fatal"] = fatal.value }
        members.add("backtrace", backtrace.map(\.value))
        members.add("steps", steps.map(\.value))
        members.add("flags", flags.map(\.json))
        members.add("availability", availability.map(\.value))
        members.add("catalogue", catalogue)
        if timeline != Entries() { members["timeline"] = timeline.value }
        return Array(JSONValue.object(members).json().utf8)
    }

    /// Reads a report.
    ///
    /// Members that aren't known are ignored, so that newer programs can send more.
    /// - Throws: ``InsightMessageError`` if it isn't JSON, exceeds ``ReportLimits``, or isn't a report.
    public init(json bytes: [UInt8]) throws(InsightMessageError) {
        try self.init(JSONValue(message: bytes, maximumBytes: ReportLimits.bytes))
    }

    /// Reads a report out of a parsed message.
    package init(_ message: JSONValue) throws(InsightMessageError) {
        let object = try MessageObject(message)
        let version = try object.int("format", in: 1...Int.max)
        guard version == Self.formatVersion else {
            throw InsightMessageError(
                "format", "\(version) is newer than \(Self.formatVersion), the latest that is known")
        }
        guard let kind: Kind = try object.choice("kind", "a kind of report") else {
            throw InsightMessageError("kind", "it is missing")
        }
        self.init(
            run: try object.text("run"), number: try object.int("number", in: 1...1_000_000),
            time: Int64(try object.int("time", in: 0...RunSegment.maximumTime)), kind: kind,
            program: try RunSegment.Program(object), system: try object.text("system", default: ""),
            end: try object.object("end").map { (end) throws(InsightMessageError) in try RunSegment.End(end) })
        guard !run.isEmpty else { throw InsightMessageError("run", "it is empty") }
        try readSubject(object)
        try readDetails(object)
    }

    /// Reads what was in flight or failed.
    private mutating func readSubject(_ object: MessageObject) throws(InsightMessageError) {
        device = try object.text("device", default: "")
        person = try object.optionalText("person")
        let feature = try object.optionalText("feature")
        let identifier = try object.optionalText("action")
        if let feature, let identifier {
            action = RunSegment.ActionPath(feature: feature, action: identifier)
        } else if feature != nil || identifier != nil {
            throw InsightMessageError(feature == nil ? "feature" : "action", "it is missing")
        }
        names = try object.object("names").map { (names) throws(InsightMessageError) in try Names(names) }
        state = try object.choice("state", "the state of an action")
        failure = try object.object("error").map { (error) throws(InsightMessageError) in try Failure(error) }
        fatal = try object.object("fatal").map { (fatal) throws(InsightMessageError) in try Fatal(fatal) }
        guard end != nil || kind == .failure || kind == .request else {
            throw InsightMessageError("end", "it is missing")
        }
        guard (state == nil) == (action == nil) else {
            throw InsightMessageError("state", action == nil ? "there is no action" : "it is missing")
        }
    }

    private mutating func readDetails(_ object: MessageObject) throws(InsightMessageError) {
        backtrace = try object.list("backtrace", limit: ReportLimits.frames) {
            (value, path) throws(InsightMessageError) in try Frame(MessageObject(value, at: path))
        }
        steps = try object.list("steps", limit: ReportLimits.steps) {
            (value, path) throws(InsightMessageError) in try Step(MessageObject(value, at: path))
        }
        flags = try object.list("flags", limit: ReportLimits.flags) {
            (value, path) throws(InsightMessageError) in try Flag(MessageObject(value, at: path))
        }
        availability = try object.list("availability", limit: ReportLimits.features) {
            (value, path) throws(InsightMessageError) in try Availability(MessageObject(value, at: path))
        }
        catalogue = try object.text("catalogue", default: "")
        timeline =
            try object.object("timeline").map { (entries) throws(InsightMessageError) in
                try Entries(entries)
            } ?? Entries()
    }
}
