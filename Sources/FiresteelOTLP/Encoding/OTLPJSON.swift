import FiresteelBase

/// Encodes batches in OTLP's JSON.
///
/// It is the JSON mapping of Protocol Buffers with two differences: identifiers are hexadecimal, and enumerations are
/// numbers.
enum OTLPJSON {
    static func request(_ batch: OTLPBatch) -> String {
        switch batch {
        case .spans(let spans, let resource):
            request("resourceSpans", resource, "scopeSpans", "spans", spans.map(value))
        case .logs(let logs, let resource):
            request("resourceLogs", resource, "scopeLogs", "logRecords", logs.map(value))
        }
    }

    private static func request(
        _ outer: String, _ resource: OTLPResource, _ scopes: String, _ inner: String, _ values: [JSONValue]
    ) -> String {
        let scope: JSONValue = .object(["scope": ["name": .string(OTLPScope.name)], inner: .array(values)])
        let attributes: JSONValue = .object(["attributes": value(resource.attributes)])
        let all: JSONValue = .object(["resource": attributes, scopes: .array([scope])])
        return JSONValue.object([outer: .array([all])]).json()
    }

    private static func value(_ span: OTLPSpan) -> JSONValue {
        var members: [String: JSONValue] = [
            "traceId": .string(span.trace.hexadecimal), "spanId": .string(span.id.hexadecimal),
            "name": .string(span.name), "kind": .int(OTLPScope.internalKind),
            "startTimeUnixNano": .string(String(span.start)), "endTimeUnixNano": .string(String(span.end)),
            "attributes": value(span.attributes),
        ]
        if let parent = span.parent { members["parentSpanId"] = .string(parent.hexadecimal) }
        if span.status != .unset {
            members["status"] = ["code": .int(span.status.rawValue), "message": .string(span.statusMessage)]
        }
        return .object(members)
    }

    private static func value(_ log: OTLPLogRecord) -> JSONValue {
        let time = JSONValue.string(String(log.time))
        var members: [String: JSONValue] = [
            "timeUnixNano": time, "observedTimeUnixNano": time, "severityNumber": .int(log.severityNumber),
            "severityText": .string(log.severityText), "body": value(log.body), "attributes": value(log.attributes),
        ]
        if !log.eventName.isEmpty { members["eventName"] = .string(log.eventName) }
        if let trace = log.trace { members["traceId"] = .string(trace.hexadecimal) }
        if let span = log.span { members["spanId"] = .string(span.hexadecimal) }
        return .object(members)
    }

    private static func value(_ attributes: [OTLPAttribute]) -> JSONValue {
        .array(attributes.map { .object(["key": .string($0.key), "value": value($0.value)]) })
    }

    private static func value(_ value: OTLPValue) -> JSONValue {
        switch value {
        case .string(let text): ["stringValue": .string(text)]
        case .bool(let value): ["boolValue": .bool(value)]
        case .int(let value): ["intValue": .string(String(value))]
        case .double(let value): ["doubleValue": double(value)]
        case .array(let values): ["arrayValue": ["values": .array(values.map(Self.value))]]
        }
    }

    /// Returns a number, or a string for values that JSON has no number for, as the JSON of Protocol Buffers requires.
    private static func double(_ value: Double) -> JSONValue {
        if value.isNaN { return "NaN" }
        return value.isInfinite ? .string(value < 0 ? "-Infinity" : "Infinity") : .double(value)
    }
}
