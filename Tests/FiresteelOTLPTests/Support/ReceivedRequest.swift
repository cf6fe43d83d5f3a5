import FiresteelOTLP
import Foundation

/// A request as a third-party receiver decoded it.
struct ReceivedRequest: Decodable {
    struct Content: Decodable {
        var resourceSpans: [ResourceSpans]?
        var resourceLogs: [ResourceLogs]?
    }

    struct Resource: Decodable, Equatable {
        var attributes: [Attribute]
    }

    struct Scope: Decodable, Equatable {
        var name: String
    }

    struct ResourceSpans: Decodable {
        struct Spans: Decodable {
            var scope: Scope
            var spans: [Span]
        }
        var resource: Resource
        var scopeSpans: [Spans]
    }

    struct ResourceLogs: Decodable {
        struct Logs: Decodable {
            var scope: Scope
            var logRecords: [Log]
        }
        var resource: Resource
        var scopeLogs: [Logs]
    }

    struct Attribute: Decodable, Equatable {
        var key: String
        var value: Value
    }

    struct Value: Decodable, Equatable {
        struct Values: Decodable, Equatable {
            var values: [Value]
        }
        var stringValue: String?
        var boolValue: Bool?
        var intValue: String?
        var doubleValue: Double?
        var arrayValue: Values?
    }

    struct Status: Decodable, Equatable {
        var code: Int
        var message: String?
    }

    struct Span: Decodable, Equatable {
        var traceId: String
        var spanId: String
        var parentSpanId: String?
        var name: String
        var kind: Int
        var startTimeUnixNano: String
        var endTimeUnixNano: String
        var attributes: [Attribute]
        var status: Status?
    }

    struct Log: Decodable, Equatable {
        var timeUnixNano: String
        var observedTimeUnixNano: String
        var severityNumber: Int
        var severityText: String
        var body: Value
        var attributes: [Attribute]
        var eventName: String?
        var traceId: String?
        var spanId: String?
    }

    var path: String
    var type: String
    var headers: [String: String]
    var request: Content

    var spans: [Span] { (request.resourceSpans ?? []).flatMap { $0.scopeSpans.flatMap(\.spans) } }
    var logs: [Log] { (request.resourceLogs ?? []).flatMap { $0.scopeLogs.flatMap(\.logRecords) } }
}

// What a receiver must have of what was sent.
extension ReceivedRequest.Span {
    init(_ span: OTLPSpan) {
        self.init(
            traceId: span.trace.hexadecimal, spanId: span.id.hexadecimal, parentSpanId: span.parent?.hexadecimal,
            name: span.name, kind: 1, startTimeUnixNano: "\(span.start)", endTimeUnixNano: "\(span.end)",
            attributes: span.attributes.map(ReceivedRequest.Attribute.init),
            status: span.status == .unset
                ? nil : .init(code: 2, message: span.statusMessage.isEmpty ? nil : span.statusMessage))
    }
}

extension ReceivedRequest.Log {
    init(_ log: OTLPLogRecord) {
        self.init(
            timeUnixNano: "\(log.time)", observedTimeUnixNano: "\(log.time)", severityNumber: log.severityNumber,
            severityText: log.severityText, body: .init(log.body),
            attributes: log.attributes.map(ReceivedRequest.Attribute.init),
            eventName: log.eventName.isEmpty ? nil : log.eventName, traceId: log.trace?.hexadecimal,
            spanId: log.span?.hexadecimal)
    }
}

extension ReceivedRequest.Attribute {
    init(_ attribute: OTLPAttribute) { self.init(key: attribute.key, value: .init(attribute.value)) }
}

extension ReceivedRequest.Value {
    init(_ value: OTLPValue) {
        switch value {
        case .string(let text): self.init(stringValue: text)
        case .bool(let value): self.init(boolValue: value)
        case .int(let value): self.init(intValue: "\(value)")
        case .double(let value): self.init(doubleValue: value)
        case .array(let values): self.init(arrayValue: .init(values: values.map(Self.init)))
        }
    }
}
