/// Batches in Protocol Buffers, by the numbers of opentelemetry-proto 1.x.
///
/// Sources: `opentelemetry/proto/trace/v1/trace.proto`, `…/logs/v1/logs.proto`, `…/common/v1/common.proto`,
/// `…/resource/v1/resource.proto` and the two `…_service.proto`.
enum OTLPProtobuf {
    /// Returns an `ExportTraceServiceRequest` or an `ExportLogsServiceRequest`, which have the same outer structure.
    static func request(_ batch: OTLPBatch) -> [UInt8] {
        var request = ProtobufWriter()
        request.add(1) { all in
            switch batch {
            case .spans(let spans, let resource):
                add(resource, to: &all)
                all.add(2) { scope in
                    addScope(to: &scope)
                    for span in spans { scope.add(2) { add(span, to: &$0) } }
                }
            case .logs(let logs, let resource):
                add(resource, to: &all)
                all.add(2) { scope in
                    addScope(to: &scope)
                    for log in logs { scope.add(2) { add(log, to: &$0) } }
                }
            }
        }
        return request.bytes
    }

    private static func add(_ resource: OTLPResource, to message: inout ProtobufWriter) {
        message.add(1) { add(resource.attributes, as: 1, to: &$0) }
    }

    private static func addScope(to message: inout ProtobufWriter) {
        message.add(1) { $0.add(1, OTLPScope.name) }
    }

    private static func add(_ span: OTLPSpan, to message: inout ProtobufWriter) {
        message.add(1, span.trace.bytes)
        message.add(2, span.id.bytes)
        if let parent = span.parent { message.add(4, parent.bytes) }
        message.add(5, span.name)
        message.add(6, OTLPScope.internalKind)
        message.add(7, fixed64: span.start)
        message.add(8, fixed64: span.end)
        add(span.attributes, as: 9, to: &message)
        guard span.status != .unset else { return }
        message.add(15) { status in
            status.add(2, span.statusMessage)
            status.add(3, span.status.rawValue)
        }
    }

    private static func add(_ log: OTLPLogRecord, to message: inout ProtobufWriter) {
        message.add(1, fixed64: log.time)
        message.add(2, log.severityNumber)
        message.add(3, log.severityText)
        message.add(5) { add(log.body, to: &$0) }
        add(log.attributes, as: 6, to: &message)
        if let trace = log.trace { message.add(9, trace.bytes) }
        if let span = log.span { message.add(10, span.bytes) }
        message.add(11, fixed64: log.time)
        message.add(12, log.eventName)
    }

    private static func add(_ attributes: [OTLPAttribute], as field: Int, to message: inout ProtobufWriter) {
        for attribute in attributes {
            message.add(field) { pair in
                pair.add(1, attribute.key)
                pair.add(2) { add(attribute.value, to: &$0) }
            }
        }
    }

    /// Adds an `AnyValue`.
    ///
    /// The present field determines its type, so the field is written even if it is empty.
    private static func add(_ value: OTLPValue, to message: inout ProtobufWriter) {
        switch value {
        case .string(let text): message.add(1, always: text)
        case .bool(let value): message.add(2, always: value ? 1 : 0)
        case .int(let value): message.add(3, always: UInt64(bitPattern: value))
        case .double(let value): message.add(4, always64: value.bitPattern)
        case .array(let values):
            message.add(5) { list in
                for value in values { list.add(1) { add(value, to: &$0) } }
            }
        }
    }
}

/// The common parts of the encodings.
enum OTLPScope {
    /// The name of the instrumentation scope.
    static let name = "firesteel"
    /// A span of an internal operation.
    static let internalKind = 1
}
