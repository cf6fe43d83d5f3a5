package import FiresteelBase
import FiresteelGzip
package import FiresteelTimeline

extension InsightReport {
    /// Removes secrets from everything that isn't declared by the program: messages, values, reasons and events.
    package mutating func redact(_ redaction: Redaction) {
        if let message = failure?.message { failure?.message = redaction.redacted(message) }
        if let message = fatal?.message { fatal?.message = redaction.redacted(message) }
        for index in backtrace.indices { backtrace[index].function = redaction.redacted(backtrace[index].function) }
        for index in flags.indices {
            let key = flags[index].key
            flags[index].value = flags[index].value.map { redaction.shown(flag: $0, named: key) }
            flags[index].variant = redaction.redacted(flags[index].variant)
        }
        for index in availability.indices {
            availability[index].reasons = redaction.redacted(reasons: availability[index].reasons)
        }
        for index in timeline.objects.indices {
            timeline.objects[index] = redaction.redacted(event: timeline.objects[index])
        }
    }

    /// Shortens texts and drops the oldest events, so that the report is within its limits.
    mutating func limit() {
        limitTexts()
        while true {
            let bytes = json
            if bytes.count <= ReportLimits.bytes, Gzip.compressed(bytes).count <= ReportLimits.compressedBytes {
                return
            }
            guard dropOldestEvents() else { break }
        }
        // What remains beyond the limit is in the other parts, which are short.
        timeline = Entries(objects: [], dropped: timeline.dropped)
    }

    /// Drops the older half of the events, or all that remains; returns `false` if there is none.
    private mutating func dropOldestEvents() -> Bool {
        guard !timeline.objects.isEmpty else { return false }
        let events = timeline.objects.indices.filter { !timeline.objects[$0].isRequired }
        guard !events.isEmpty else { return false }
        let old = Set(events.prefix((events.count + 1) / 2))
        timeline.objects = timeline.objects.indices.filter { !old.contains($0) }.map { timeline.objects[$0] }
        timeline.dropped += old.count
        return true
    }

    private mutating func limitTexts() {
        let short = SegmentLimits.text, long = ReportLimits.text
        system = system.cut(to: short)
        device = device.cut(to: short)
        catalogue = catalogue.cut(to: short)
        action = action.map { .init(feature: $0.feature.cut(to: short), action: $0.action.cut(to: short)) }
        names = names?.limited
        failure = failure.map {
            Failure(
                type: $0.type.cut(to: short), enumCase: $0.enumCase?.cut(to: short), message: $0.message.cut(to: long))
        }
        fatal = fatal.map { Fatal(message: $0.message.cut(to: long), file: $0.file?.cut(to: short), line: $0.line) }
        backtrace = backtrace.map {
            Frame(
                function: $0.function.cut(to: long), file: $0.file?.cut(to: short), line: $0.line,
                module: $0.module.cut(to: short), isOwn: $0.isOwn)
        }
        for index in steps.indices {
            let path = steps[index].action
            steps[index].action = .init(feature: path.feature.cut(to: short), action: path.action.cut(to: short))
            steps[index].names = steps[index].names?.limited
        }
        flags = flags.map {
            Flag(
                key: $0.key.cut(to: short), value: $0.value?.cut(to: long), variant: $0.variant.cut(to: short),
                reason: $0.reason.cut(to: short), provider: $0.provider.cut(to: short))
        }
        availability = availability.map {
            Availability(
                feature: $0.feature.cut(to: short), state: $0.state, reasons: $0.reasons.map { $0.cut(to: short) })
        }
        timeline.objects = timeline.objects.map { $0.limited(to: long) }
    }
}

extension InsightReport.Names {
    fileprivate var limited: Self {
        Self(feature: feature.cut(to: SegmentLimits.text), action: action.cut(to: SegmentLimits.text))
    }
}

extension RunSegment {
    /// Removes secrets from the reasons of refusals and the variants of flags.
    package mutating func redact(_ redaction: Redaction) {
        for index in people.indices {
            for place in people[index].refusals.indices {
                people[index].refusals[place].reasons = redaction.redacted(
                    reasons: people[index].refusals[place].reasons)
            }
            for place in people[index].exposures.indices {
                people[index].exposures[place].variant = redaction.redacted(people[index].exposures[place].variant)
            }
        }
    }
}

extension JSONValue {
    /// Whether an object of a run isn't an event, which can be dropped.
    fileprivate var isRequired: Bool {
        guard case .object(let members) = self, case .string(let kind)? = members["kind"] else { return false }
        return ["run", "in-flight", "completion-lost", "flag", "end", "ending"].contains(kind)
    }

    /// Returns the value with shorter texts.
    fileprivate func limited(to limit: Int) -> JSONValue {
        switch self {
        case .string(let text): .string(text.cut(to: limit))
        case .array(let values): .array(values.map { $0.limited(to: limit) })
        case .object(let members): .object(Self.withoutCutInput(members, limit).mapValues { $0.limited(to: limit) })
        case .null, .bool, .int, .double: self
        }
    }

    /// Removes a retained input that would be cut, and then not be JSON.
    private static func withoutCutInput(_ members: [String: JSONValue], _ limit: Int) -> [String: JSONValue] {
        guard let json = members["json"]?.stringValue, json.utf8.count > limit else { return members }
        var members = members
        members["json"] = nil
        members["replay"] = .string(KeptInput.tooLarge.identifier)
        return members
    }
}

// The timeline truncates long texts, and with them a secret at their end.
extension Redaction {
    /// The bytes by which a truncated text may be shorter than its limit: it is cut between characters.
    private static let cutCharacter = 40

    /// Returns the recorded value of a flag as it may be shown.
    func shown(flag value: String, named key: String) -> String {
        if hides(key) { return Self.mark }
        let isFull = value.utf8.count > TextLimits.flagValue - Self.cutCharacter
        return isFull ? redactedTruncated(value) : redacted(value)
    }

    /// Returns recorded reasons without secrets; the last one is truncated if they are too long together.
    fileprivate func redacted(reasons: [String]) -> [String] {
        let bytes = reasons.reduce(0) { $0 + $1.utf8.count + 1 }
        var texts = reasons.map { redacted($0) }
        if let last = reasons.last, bytes > TextLimits.change - Self.cutCharacter {
            texts[texts.count - 1] = redactedTruncated(last)
        }
        return texts
    }
}

extension Redaction {
    /// The members of an event with texts of the program, which may be truncated.
    private static let texts: Set<String> = [
        "input", "error", "message", "text", "value", "was", "latest", "values", "reasons",
    ]
    /// The kinds of objects that don't say whether their texts are truncated.
    private static let unmarked: [JSONValue] = ["in-flight", "completion-lost", "flag"]

    /// Returns an object of a run without secrets.
    package func redacted(event: JSONValue) -> JSONValue {
        guard case .object(var members) = event else { return withoutSecrets(event, isTruncated: false) }
        // The kind decides how the object is read.
        let kind = members["kind"]
        if case .string(let flag)? = members["flag"], hides(flag) {
            for name in ["value", "was", "latest"] where members[name] != nil { members[name] = .string(Self.mark) }
            if case .array(let values)? = members["values"] {
                members["values"] = .array(values.map { Self.hidden($0, ["value"]) })
            }
        }
        for name in ["input", "error", "message"] {
            guard case .array(let fields)? = members[name] else { continue }
            members[name] = .array(
                fields.map { field in
                    guard case .object(let parts) = field, case .string(let label)? = parts["label"], hides(label)
                    else {
                        return field
                    }
                    return Self.hidden(field, ["value"])
                })
        }
        // Values that are hidden here are placeholders in a test.
        if let json = members.removeValue(forKey: "json")?.stringValue.flatMap(redacted(keptInput:)) {
            members["json"] = .string(json)
        }
        let isTruncated = members["cut"] == .bool(true) || Self.unmarked.contains { $0 == kind }
        for (name, value) in members {
            members[name] = withoutSecrets(value, isTruncated: isTruncated && Self.texts.contains(name))
        }
        members["kind"] = kind
        return .object(members)
    }

    /// Returns an object with members replaced by the mark, if they are there.
    private static func hidden(_ value: JSONValue, _ names: [String]) -> JSONValue {
        guard case .object(var members) = value else { return value }
        for name in names where members[name] != nil { members[name] = .string(mark) }
        return .object(members)
    }

    private func withoutSecrets(_ value: JSONValue, isTruncated: Bool) -> JSONValue {
        switch value {
        case .string(let text): .string(isTruncated ? redactedTruncated(text) : redacted(text))
        case .array(let values): .array(values.map { withoutSecrets($0, isTruncated: isTruncated) })
        case .object(let members): .object(members.mapValues { withoutSecrets($0, isTruncated: isTruncated) })
        case .null, .bool, .int, .double: value
        }
    }
}
