import FiresteelBase

extension [String: JSONValue] {
    /// Adds a text, unless it is empty or missing.
    mutating func add(_ name: String, _ text: String?) {
        if let text, !text.isEmpty { self[name] = .string(text) }
    }

    /// Adds a list, unless it is empty.
    mutating func add(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { self[name] = .array(values) }
    }
}

extension InsightReport.Names {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(feature: try object.text("feature", default: ""), action: try object.text("action", default: ""))
    }

    var value: JSONValue { ["feature": .string(feature), "action": .string(action)] }
}

extension InsightReport.Failure {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            type: try object.text("type", default: ""), enumCase: try object.optionalText("case"),
            message: try object.text("message", default: "", limit: ReportLimits.text))
    }

    var value: JSONValue {
        var members: [String: JSONValue] = [:]
        members.add("type", type)
        members.add("case", enumCase)
        members.add("message", message)
        return .object(members)
    }
}

extension InsightReport.Fatal {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            message: try object.text("message", limit: ReportLimits.text), file: try object.optionalText("file"),
            line: try object.optionalLine())
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["message": .string(message)]
        members.add("file", file)
        if let line { members["line"] = .int(line) }
        return .object(members)
    }
}

extension MessageObject {
    /// Returns the member `line`, or `nil` if it is missing or 0.
    fileprivate func optionalLine() throws(InsightMessageError) -> Int? {
        let line = try int("line", in: 0...Int(Int32.max), default: 0)
        return line == 0 ? nil : line
    }
}

extension InsightReport.Frame {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            function: try object.text("function", limit: ReportLimits.text), file: try object.optionalText("file"),
            line: try object.optionalLine(), module: try object.text("module", default: ""),
            isOwn: try object.bool("own"))
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["function": .string(function)]
        members.add("file", file)
        if let line { members["line"] = .int(line) }
        members.add("module", module)
        if isOwn { members["own"] = .bool(true) }
        return .object(members)
    }
}

extension InsightReport.Step {
    init(_ object: MessageObject) throws(InsightMessageError) {
        guard let outcome: Outcome = try object.choice("outcome", "the outcome of a step") else {
            throw InsightMessageError(object.path("outcome"), "it is missing")
        }
        self.init(
            action: RunSegment.ActionPath(feature: try object.text("feature"), action: try object.text("action")),
            names: try object.object("names").map { (names) throws(InsightMessageError) in
                try InsightReport.Names(names)
            }, outcome: outcome, time: Int64(try object.int("time", in: 0...RunSegment.maximumTime)),
            duration: Int64(try object.int("duration", in: 0...RunSegment.maximumTime, default: 0)),
            isReplayable: try object.bool("replayable"))
    }

    var value: JSONValue {
        var members: [String: JSONValue] = [
            "feature": .string(action.feature), "action": .string(action.action), "outcome": .string(outcome.rawValue),
            "time": .int(Int(time)), "duration": .int(Int(duration)),
        ]
        if isReplayable { members["replayable"] = true }
        if let names { members["names"] = names.value }
        return .object(members)
    }
}

extension InsightReport.Flag {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            key: try object.text("key"), value: try object.optionalText("value", limit: ReportLimits.text),
            variant: try object.text("variant", default: ""), reason: try object.text("reason", default: ""),
            provider: try object.text("provider", default: ""))
    }

    var json: JSONValue {
        var members: [String: JSONValue] = ["key": .string(key)]
        members.add("value", value)
        members.add("variant", variant)
        members.add("reason", reason)
        members.add("provider", provider)
        return .object(members)
    }
}

extension InsightReport.Availability {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            feature: try object.text("feature"), state: try object.text("state"),
            reasons: try object.texts("reasons", limit: ReportLimits.reasons))
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["feature": .string(feature), "state": .string(state)]
        members.add("reasons", reasons.map { .string($0) })
        return .object(members)
    }
}

extension InsightReport.Entries {
    init(_ object: MessageObject) throws(InsightMessageError) {
        self.init(
            objects: try object.list("run", limit: ReportLimits.entries) { (value, path) throws(InsightMessageError) in
                guard case .object = value else { throw InsightMessageError(path, "it isn't an object") }
                try Self.check(value, at: path)
                return value
            }, dropped: try object.int("dropped", default: 0))
    }

    /// Throws an error if a text is too long or can't be stored.
    private static func check(_ value: JSONValue, at path: String) throws(InsightMessageError) {
        switch value {
        case .null, .bool, .int, .double: return
        case .string(let text): _ = try MessageObject.checked(text, at: path, limit: ReportLimits.text)
        case .array(let values): for value in values { try check(value, at: path) }
        case .object(let members):
            for (name, value) in members {
                _ = try MessageObject.checked(name, at: path)
                try check(value, at: "\(path).\(name)")
            }
        }
    }

    var value: JSONValue {
        var members: [String: JSONValue] = ["run": .array(objects)]
        if dropped > 0 { members["dropped"] = .int(dropped) }
        return .object(members)
    }
}
