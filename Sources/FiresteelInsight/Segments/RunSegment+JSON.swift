package import FiresteelBase
import FiresteelTimeline

extension RunSegment {
    /// The version of the format that this module writes.
    public static let formatVersion = 1

    /// The segment as JSON in UTF-8.
    ///
    /// Equal segments have equal bytes.
    public var json: [UInt8] {
        var members: [String: JSONValue] = [
            "version": .int(Self.formatVersion), "run": .string(run), "segment": .int(number),
            "program": program.value, "system": .string(system), "started": .int(Int(started)), "from": .int(Int(from)),
            "until": .int(Int(until)),
            "people": .array(people.map(\.value)),
        ]
        if let end { members["end"] = end.value }
        if !device.isEmpty { members["device"] = .string(device) }
        if lost > 0 { members["lost"] = .int(lost) }
        if unsent > 0 { members["unsent"] = .int(unsent) }
        return Array(JSONValue.object(members).json().utf8)
    }

    /// Reads a segment.
    ///
    /// Members that aren't known are ignored, so that newer programs can send more.
    /// - Throws: ``InsightMessageError`` if it isn't JSON, exceeds ``SegmentLimits``, or isn't a segment.
    public init(json bytes: [UInt8]) throws(InsightMessageError) {
        try self.init(JSONValue(message: bytes, maximumBytes: SegmentLimits.bytes))
    }

    /// Reads a segment out of a parsed message.
    package init(_ message: JSONValue) throws(InsightMessageError) {
        let object = try MessageObject(message)
        let version = try object.int("version", in: 1...Int.max)
        guard version == Self.formatVersion else {
            throw InsightMessageError(
                "version", "\(version) is newer than \(Self.formatVersion), the latest that is known")
        }
        let times = 0...Self.maximumTime
        self.init(
            run: try object.text("run"), number: try object.int("segment", in: 1...1_000_000),
            program: try Program(object),
            system: try object.text("system", default: ""), device: try object.text("device", default: ""),
            started: Int64(try object.int("started", in: times)),
            from: Int64(try object.int("from", in: times)), until: Int64(try object.int("until", in: times)),
            end: try object.object("end").map { (end) throws(InsightMessageError) in try End(end) },
            lost: try object.int("lost", default: 0), unsent: try object.int("unsent", default: 0),
            people: try object.list("people", limit: SegmentLimits.people) {
                (value, path) throws(InsightMessageError) in try Person(MessageObject(value, at: path))
            })
        guard !run.isEmpty else { throw InsightMessageError("run", "it is empty") }
        guard until >= from else { throw InsightMessageError("until", "it is before “from”") }
        guard people.first?.session == 0 else {
            throw InsightMessageError("people", "the first entry isn't that of the run, with the session 0")
        }
        guard Set(people.map(\.session)).count == people.count else {
            throw InsightMessageError("people", "a session is there twice")
        }
    }

    /// The latest time: the year 9999.
    static let maximumTime = 253_402_300_799_999
}

extension RunSegment.Program {
    /// Reads the member `program` of a message.
    init(_ message: MessageObject) throws(InsightMessageError) {
        guard let program = try message.object("program") else { throw InsightMessageError("program", "it is missing") }
        self.init(
            name: try program.text("name"), version: try program.text("version", default: ""),
            build: try program.text("build", default: ""))
    }

    var value: JSONValue { ["name": .string(name), "version": .string(version), "build": .string(build)] }
}

extension RunSegment.End {
    init(_ object: MessageObject) throws(InsightMessageError) {
        guard let kind: Kind = try object.choice("kind", "the end of a run") else {
            throw InsightMessageError(object.path("kind"), "it is missing")
        }
        self.init(kind, signal: try object.optionalText("signal"))
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["kind": .string(kind.rawValue)]
        if let signal { members["signal"] = .string(signal) }
        return .object(members)
    }
}

extension RunSegment.Person {
    fileprivate init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            session: try object.int("session", in: 0...Int(UInt32.max)),
            pseudonym: try object.text("person", default: ""))
        isEnded = try object.bool("ended")
        actions = try object.list("actions", limit: SegmentLimits.actions) {
            (value, path) throws(InsightMessageError) in
            try RunSegment.ActionCount(MessageObject(value, at: path))
        }
        exposures = try object.list("exposures", limit: SegmentLimits.exposures) {
            (value, path) throws(InsightMessageError) in
            try RunSegment.Exposure(MessageObject(value, at: path))
        }
        under = try object.list("under", limit: SegmentLimits.experiments) {
            (value, path) throws(InsightMessageError) in
            let one = try MessageObject(value, at: path)
            return RunSegment.Variant(flag: try one.text("flag"), variant: try one.text("variant"))
        }
        refusals = try object.list("refusals", limit: SegmentLimits.refusals) {
            (value, path) throws(InsightMessageError) in
            let one = try MessageObject(value, at: path)
            return RunSegment.Refusal(
                feature: try one.text("feature"), reasons: try one.texts("reasons", limit: 20),
                count: try one.int("count", in: 1...MessageObject.maximumCount))
        }
        successions = try object.list("successions", limit: SegmentLimits.successions) {
            (value, path) throws(InsightMessageError) in
            let one = try MessageObject(value, at: path)
            return RunSegment.Succession(
                from: try RunSegment.ActionPath(one, "from"), to: try RunSegment.ActionPath(one, "to"),
                count: try one.int("count", in: 1...MessageObject.maximumCount))
        }
        dropped = try object.int("dropped", default: 0)
    }

    /// The size of the person as JSON, in bytes.
    var jsonBytes: Int { value.json().utf8.count }

    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = ["session": .int(session)]
        if !pseudonym.isEmpty { members["person"] = .string(pseudonym) }
        if isEnded { members["ended"] = .bool(true) }
        if !actions.isEmpty { members["actions"] = .array(actions.map(\.value)) }
        if !exposures.isEmpty { members["exposures"] = .array(exposures.map(\.value)) }
        if !under.isEmpty {
            members["under"] = .array(under.map { ["flag": .string($0.flag), "variant": .string($0.variant)] })
        }
        if !refusals.isEmpty {
            members["refusals"] = .array(
                refusals.map {
                    [
                        "feature": .string($0.feature), "reasons": .array($0.reasons.map { .string($0) }),
                        "count": .int($0.count),
                    ]
                })
        }
        if !successions.isEmpty {
            members["successions"] = .array(
                successions.map { ["from": $0.from.value, "to": $0.to.value, "count": .int($0.count)] })
        }
        if dropped > 0 { members["dropped"] = .int(dropped) }
        return .object(members)
    }
}

extension RunSegment.Exposure {
    fileprivate init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            flag: try object.text("flag"), variant: try object.text("variant"), first: Int64(try object.int("first")))
        before = try object.list("before", limit: SegmentLimits.actions) {
            (value, path) throws(InsightMessageError) in
            try RunSegment.ActionCount(MessageObject(value, at: path))
        }
        after = try object.list("after", limit: SegmentLimits.actions) {
            (value, path) throws(InsightMessageError) in
            let object = try MessageObject(value, at: path)
            return RunSegment.FirstSuccess(
                try RunSegment.ActionPath(object, "action"), at: Int64(try object.int("first")))
        }
    }

    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = [
            "flag": .string(flag), "variant": .string(variant), "first": .int(Int(first)),
        ]
        if !before.isEmpty { members["before"] = .array(before.map(\.value)) }
        if !after.isEmpty {
            members["after"] = .array(after.map { ["action": $0.path.value, "first": .int(Int($0.time))] })
        }
        return .object(members)
    }
}

extension RunSegment.ActionPath {
    /// Reads a path, which is a list of a feature and an action.
    init(_ object: MessageObject, _ name: String) throws(InsightMessageError) {
        let parts = try object.texts(name, limit: 2)
        guard parts.count == 2 else {
            throw InsightMessageError(object.path(name), "it isn't a list of a feature and an action")
        }
        self.init(feature: parts[0], action: parts[1])
    }

    var value: JSONValue { [.string(feature), .string(action)] }
}

extension RunSegment.ActionCount {
    fileprivate init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(try RunSegment.ActionPath(object, "action"))
        let counts = 0...MessageObject.maximumCount
        successes = try object.int("successes", in: counts, default: 0)
        cancellations = try object.int("cancellations", in: counts, default: 0)
        interruptions = try object.int("interruptions", in: counts, default: 0)
        failures = try object.counts("failures", limit: SegmentLimits.errors)
        var buckets: [Int: Int] = [:]
        for (name, count) in try object.counts("durations", limit: DurationHistogram.bucketCount) {
            guard let bucket = Int(name) else {
                throw InsightMessageError(object.path("durations"), "“\(name)” isn't a bucket")
            }
            buckets[bucket] = count
        }
        guard let durations = DurationHistogram(counts: buckets) else {
            throw InsightMessageError(
                object.path("durations"), "it has a bucket that isn't from 0 to \(DurationHistogram.bucketCount - 1)")
        }
        self.durations = durations
        microseconds = try object.int("microseconds", in: 0...Self.maximumMicroseconds, default: 0)
        amount = try object.int("amount", in: 0...Self.maximumAmount, default: 0)
        first = try object.optionalInt("first").map(Int64.init)
        last = try object.optionalInt("last").map(Int64.init)
    }

    /// The maximum sum of durations, some 35 years.
    static let maximumMicroseconds = 1 << 50
    /// The maximum sum of amounts, in hundredths: 10¹³.
    static let maximumAmount = 1 << 50

    fileprivate var value: JSONValue {
        var members: [String: JSONValue] = ["action": path.value]
        for (name, count) in [
            ("successes", successes), ("cancellations", cancellations), ("interruptions", interruptions),
        ] where count > 0 { members[name] = .int(count) }
        if !failures.isEmpty { members["failures"] = .object(failures.mapValues { .int($0) }) }
        if !durations.isEmpty {
            members["durations"] = .object(
                Dictionary(uniqueKeysWithValues: durations.counts.map { ("\($0.key)", JSONValue.int($0.value)) }))
        }
        if microseconds > 0 { members["microseconds"] = .int(microseconds) }
        if amount > 0 { members["amount"] = .int(amount) }
        if let first { members["first"] = .int(Int(first)) }
        if let last { members["last"] = .int(Int(last)) }
        return .object(members)
    }
}
