import FiresteelBase
import FiresteelFlags
import FiresteelTimeline

/// Records of a run as JSON, with the keys of the JSON Lines export.
enum RecordedJSON {
    static func perform(_ perform: PerformRecord, _ header: RunHeader) -> [String: JSONValue] {
        var members = names(perform.action, perform.feature)
        add(time: perform.began, header, to: &members)
        members["perform"] = .int(Int(clamping: perform.id))
        if perform.parent != 0 { members["parent"] = .int(Int(clamping: perform.parent)) }
        if perform.session != 0 { members["session"] = .int(Int(perform.session)) }
        members["session-name"] = perform.sessionName.map { .string($0) }
        members["source"] = .string(perform.source.identifier)
        members["user"] = .bool(perform.isUserInitiated)
        members["depth"] = .int(Int(perform.depth))
        if !perform.fields.isEmpty { members["input"] = fields(perform.fields) }
        members["replay"] = perform.keptInput.map { .string($0.identifier) }
        members["outcome"] = .string(perform.outcomeIdentifier)
        members["took"] = perform.duration.map { .int(Int(clamping: $0 / 1_000)) }
        members["error"] = perform.errorMessage.map { .string($0) }
        members["error-type"] = perform.errorType.map { .string($0) }
        return members
    }

    static func line(_ line: LogRecord, _ header: RunHeader) -> JSONValue {
        var members = names(line.action, line.feature)
        add(time: line.time, header, to: &members)
        members["severity"] = .string(line.severity.identifier)
        members["label"] = line.label.map { .string($0) }
        members["message"] = fields(line.fields)
        if line.perform != 0 { members["perform"] = .int(Int(clamping: line.perform)) }
        members["session-name"] = line.sessionName.map { .string($0) }
        return .object(members)
    }

    static func flag(_ flag: RunFlag) -> JSONValue {
        var members: [String: JSONValue] = ["flag": .string(flag.key)]
        guard let latest = flag.latest else { return .object(members) }
        members["value"] = .string(latest.value)
        members["variant"] = latest.variant.map { .string($0) }
        members["provider"] = latest.provider.map { .string($0) }
        members["reason"] = latest.reason.map { .string($0) }
        return .object(members)
    }

    private static func fields(_ fields: [InputField]) -> JSONValue {
        .array(
            fields.map { field in
                var members: [String: JSONValue] = [:]
                members["label"] = field.label.map { .string($0) }
                switch field.value {
                case .shown(let value): members["value"] = .string(value)
                case .hidden: members["hidden"] = true
                }
                return .object(members)
            })
    }

    private static func names(_ action: ActionName?, _ feature: FeatureName?) -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        members["feature"] = feature.map { .string($0.path) }
        members["feature-name"] = feature.map { .string($0.name) }
        members["action"] = action.map { .string($0.identifier) }
        members["action-name"] = action.map { .string($0.name) }
        return members
    }

    private static func add(time: UInt64, _ header: RunHeader, to members: inout [String: JSONValue]) {
        let microseconds = header.microseconds(of: time)
        members["time"] = .string(CivilTime(microseconds: microseconds).rfc3339)
        members["at"] = .int(Int(microseconds))
    }
}
