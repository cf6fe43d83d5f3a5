import FiresteelTimeline

/// Converts a run's events to log records, in order.
struct LogMapping {
    private let header: RunHeader
    private let names: NameIndex
    private var roots = RecentRoots()

    init(_ run: Run) {
        header = run.header
        names = run.names
        for begin in run.inFlightEvents() { roots.add(begin.root, of: begin.perform) }
    }

    /// Returns the record of an event, or `nil` for begins and completions, which are in the spans.
    mutating func record(_ event: TimelineEvent) -> OTLPLogRecord? {
        switch event.kind {
        case .begin:
            roots.add(event.root, of: event.perform)
            return nil
        case .log: return LogRecord(event, names: names).map { line($0, event) }
        case .note: return note(event)
        case .flagExposed, .flagChanged: return FlagRecord(event, names: names).map { flag($0, event) }
        case .availabilityChanged: return AvailabilityRecord(event, names: names).map { availability($0, event) }
        case .requestRefused: return RefusalRecord(event, names: names).map { refusal($0, event) }
        case .completion, .sessionOpened, .sessionClosed, .stackOpened, .stackClosed, .inputKept: return nil
        }
    }

    private func line(_ line: LogRecord, _ event: TimelineEvent) -> OTLPLogRecord {
        var attributes = attributes(event)
        attributes.add("firesteel.logger", line.label)
        for field in line.metadata {
            // Hidden values are omitted.
            if let label = field.label, case .shown(let value) = field.value { attributes.add(label, value) }
        }
        if line.isCut { attributes.add("firesteel.cut", true) }
        return record(
            event, Self.number(line.severity), line.severity.identifier.uppercased(), line.message, attributes)
    }

    private func note(_ event: TimelineEvent) -> OTLPLogRecord {
        let isFault = event.note == .fault
        var record = record(event, isFault ? 13 : 9, isFault ? "WARNING" : "INFO", event.text, attributes(event))
        record.eventName = isFault ? "firesteel.fault" : "firesteel.remark"
        return record
    }

    private func refusal(_ refusal: RefusalRecord, _ event: TimelineEvent) -> OTLPLogRecord {
        var record = record(event, 9, "INFO", refusal.summary, attributes(event))
        record.eventName = refusal.action == nil ? "firesteel.request_refused" : "firesteel.perform_refused"
        return record
    }

    private func flag(_ flag: FlagRecord, _ event: TimelineEvent) -> OTLPLogRecord {
        var attributes = attributes(event)
        attributes.add("feature_flag.key", flag.key)
        attributes.add("feature_flag.result.value", flag.answer.value)
        attributes.add("feature_flag.result.variant", flag.answer.variant)
        attributes.add("feature_flag.result.reason", flag.answer.reason?.lowercased())
        attributes.add("feature_flag.provider.name", flag.answer.provider)
        attributes.add("firesteel.flag.was", flag.old?.value)
        let words = "Flag \(flag.key ?? "without a name") \(flag.isChange ? "changed to" : "is") \(flag.answer.value)"
        var record = record(event, 9, "INFO", words, attributes)
        record.eventName = flag.isChange ? "firesteel.flag_changed" : "feature_flag.evaluation"
        return record
    }

    private func availability(_ change: AvailabilityRecord, _ event: TimelineEvent) -> OTLPLogRecord {
        var attributes = attributes(event)
        attributes.add("firesteel.availability", change.new.identifier)
        attributes.add("firesteel.availability.was", change.old.identifier)
        if !change.reasons.isEmpty {
            attributes.add("firesteel.availability.reasons", .array(change.reasons.map { .string($0) }))
        }
        let feature = change.feature?.path ?? "A feature without a name"
        var record = record(event, 9, "INFO", "\(feature) is \(change.new.identifier)", attributes)
        record.eventName = "firesteel.availability"
        return record
    }

    private func attributes(_ event: TimelineEvent) -> OTLPAttributes {
        var attributes = OTLPAttributes()
        let action = names.action(event.subject)
        attributes.add(action, action?.feature ?? names.feature(event.subject))
        let session = names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 }
        attributes.add(session: event.session, session, stack: event.stack)
        if event.perform != 0 { attributes.add("firesteel.perform", event.perform) }
        return attributes
    }

    private func record(
        _ event: TimelineEvent, _ number: Int, _ word: String, _ body: String, _ attributes: OTLPAttributes
    ) -> OTLPLogRecord {
        // A span without a trace is invalid; if the root is unknown, only the attribute is written.
        let root = event.perform == 0 ? nil : roots.root(of: event.perform)
        return OTLPLogRecord(
            time: header.nanoseconds(of: event.time), severityNumber: number, severityText: word, body: .string(body),
            attributes: attributes.all, eventName: "",
            trace: root.map { OTLPTraceID(run: header.identifier, root: $0) },
            span: root.map { _ in OTLPSpanID(run: header.identifier, perform: event.perform) })
    }

    /// Returns the numbers of OpenTelemetry's log data model; a notice is its second INFO.
    private static func number(_ severity: LogSeverity) -> Int {
        switch severity {
        case .trace: 1
        case .debug: 5
        case .info: 9
        case .notice: 10
        case .warning: 13
        case .error: 17
        case .critical: 21
        }
    }
}

/// The first causes of the performs that began last.
///
/// A line may follow the end of its perform, so a limited number of ended performs is retained as well.
struct RecentRoots {
    private static let limit = 32_768
    private var recent: [UInt64: UInt64] = [:]
    private var earlier: [UInt64: UInt64] = [:]

    mutating func add(_ root: UInt64, of perform: UInt64) {
        guard root != 0, perform != 0 else { return }
        if recent.count >= Self.limit {
            earlier = recent
            recent = [:]
        }
        recent[perform] = root
    }

    func root(of perform: UInt64) -> UInt64? { recent[perform] ?? earlier[perform] }
}
