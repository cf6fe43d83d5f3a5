import FiresteelBase

/// A run as JSON Lines: an object that describes the run, then one for each event in order of time, then one for each
/// perform that was in flight, then one for each flag.
///
/// The members are described in `docs/journal-format.md`, "Exports".
public struct TimelineJSONLinesExport: TimelineExport {
    /// The file extension.
    public static let fileExtension = "jsonl"
    /// The media type.
    public static let mediaType = "application/x-ndjson"

    /// Whether the inputs that are retained for replay are included, rather than whether there are any.
    private let includesInputs: Bool

    /// Creates the export, without the inputs that are retained for replay.
    public init() { self.init(includesInputs: false) }

    package init(includesInputs: Bool) { self.includesInputs = includesInputs }

    /// Exports a run piece by piece.
    ///
    /// See ``TimelineExport/write(_:matching:to:)``.
    public func write(_ run: Run, matching query: TimelineQuery?, to sink: (String) throws -> Void) rethrows {
        try sink(head(run) + "\n")
        let names = run.names
        let selection = ExportSelection(run, matching: query)
        var inputs = KeptInputParts()
        let condition = try run.forEachEvent { event in
            let input = includesInputs ? inputs.add(event) : nil
            // The last part of a retained input has all of it.
            let isOmitted = includesInputs && event.kind == .inputKept ? input == nil : event.isContinuation
            if selection.contains(event), !isOmitted {
                try sink(line(event, run.header, names, input: input) + "\n")
            }
            return true
        }
        let counts = run.counts()
        for perform in counts.inFlight + counts.unknown where query?.matches(perform) ?? true {
            var json = JSONText()
            json.add("kind", perform.isInFlight ? "in-flight" : "completion-lost")
            json.add("perform", perform.id)
            add(time: perform.began, run.header, to: &json)
            add(perform.action, perform.feature, to: &json)
            add(fields: perform.fields, as: "input", to: &json)
            try sink(json.object + "\n")
        }
        // What is for replay has the flags of a selection as well.
        for flag in query == nil || includesInputs ? run.flags() : [] { try sink(object(flag, run.header) + "\n") }
        var json = JSONText()
        json.add("kind", "end")
        json.add("lost", condition.lost)
        json.add("torn", condition.torn)
        json.add("damaged", condition.damaged)
        json.add("damaged-names", counts.damagedNames)
        json.add("damaged-in-flight", run.damagedEntries)
        try sink(json.object + "\n")
    }

    private func object(_ flag: RunFlag, _ header: RunHeader) -> String {
        var json = JSONText()
        json.add("kind", "flag")
        json.add("flag", flag.key)
        json.add("latest", flag.latest?.value)
        let values = flag.values.map { value in
            var json = JSONText()
            json.add("value", value.value)
            json.add("variant", value.variant)
            json.add("provider", value.provider)
            json.add("reason", value.reason)
            if let first = value.first { json.add("first", header.microseconds(of: first)) }
            if let last = value.last { json.add("last", header.microseconds(of: last)) }
            json.add("sessions", json: "[" + value.sessions.map(String.init).joined(separator: ",") + "]")
            return json.object
        }
        json.add("values", json: "[" + values.joined(separator: ",") + "]")
        return json.object
    }

    private func head(_ run: Run) -> String {
        let header = run.header
        var json = JSONText()
        json.add("kind", "run")
        json.add("run", header.identifier)
        json.add("program", header.program.name)
        json.add("version", header.program.version)
        json.add("build", header.program.build)
        json.add("host", header.host)
        json.add("process", header.process)
        add(time: header.startMonotonic, header, to: &json)
        json.add("end", run.end.identifier)
        if case .signal(let signal, _) = run.end { json.add("signal", signal.name) }
        return json.object
    }

    /// Returns an event as a JSON object on one line, without a line break.
    /// - Parameter input: The retained input that the event completes, if it is included.
    package func line(
        _ event: TimelineEvent, _ header: RunHeader, _ names: NameIndex, input: KeptInput? = nil
    ) -> String {
        var json = JSONText()
        json.add("kind", Self.word(event.kind))
        json.add("sequence", event.sequence)
        add(time: event.time, header, to: &json)
        if event.perform != 0 { json.add("perform", event.perform) }
        if event.parent != 0 { json.add("parent", event.parent) }
        if event.root != 0 { json.add("root", event.root) }
        let action = names.action(event.subject)
        add(action, action?.feature ?? names.feature(event.subject), to: &json)
        if event.session != 0 { json.add("session", event.session) }
        json.add("session-name", names.session(event.sessionName).flatMap { $0.isEmpty ? nil : $0 })
        if event.stack != 0 { json.add("stack", event.stack) }
        if event.parentStack != 0 { json.add("parent-stack", event.parentStack) }
        if event.kind == .begin || event.kind == .completion {
            json.add("source", event.source.identifier)
            json.add("user", event.isUserInitiated)
            json.add("depth", event.depth)
        }
        if event.kind == .requestRefused, action != nil {
            json.add("source", event.source.identifier)
            json.add("user", event.isUserInitiated)
        }
        json.add("outcome", event.outcome?.identifier)
        if event.kind == .completion {
            json.add("took", event.time > event.began ? (event.time - event.began) / 1_000 : 0)
        }
        json.add("severity", event.severity?.identifier)
        json.add("label", names.label(event.label))
        json.add("note", event.note?.identifier)
        add(text: event, names, to: &json)
        json.add("json", input?.json)
        return json.object
    }

    private func add(text event: TimelineEvent, _ names: NameIndex, to json: inout JSONText) {
        switch event.kind {
        case .begin: add(fields: event.fields, as: "input", to: &json)
        case .completion: add(fields: event.fields, as: "error", to: &json)
        case .log: add(fields: event.fields, as: "message", to: &json)
        case .note: json.add("text", event.text)
        case .flagExposed, .flagChanged: if let flag = FlagRecord(event, names: names) { add(flag, to: &json) }
        case .availabilityChanged:
            if let change = AvailabilityRecord(event, names: names) { add(change, to: &json) }
        case .requestRefused: add(reasons: event.refusalReasons, to: &json)
        case .inputKept: json.add("replay", event.keptPart.flatMap { KeptInput(code: $0.code)?.identifier })
        case .sessionOpened, .sessionClosed: json.add("principal", event.principal)
        default: break
        }
        if event.isTextCut { json.add("cut", true) }
    }

    private func add(_ flag: FlagRecord, to json: inout JSONText) {
        json.add("flag", flag.key)
        json.add("value", flag.answer.value)
        json.add("variant", flag.answer.variant)
        json.add("provider", flag.answer.provider)
        if let revision = flag.revision { json.add("revision", json: String(revision)) }
        json.add("reason", flag.answer.reason)
        json.add("was", flag.old?.value)
        json.add("was-variant", flag.old?.variant)
    }

    private func add(_ change: AvailabilityRecord, to json: inout JSONText) {
        json.add("was", change.old.identifier)
        json.add("is", change.new.identifier)
        add(reasons: change.reasons, to: &json)
    }

    private func add(reasons: [String], to json: inout JSONText) {
        guard !reasons.isEmpty else { return }
        json.add("reasons", json: "[" + reasons.map(JSONText.quoted).joined(separator: ",") + "]")
    }

    private func add(time: UInt64, _ header: RunHeader, to json: inout JSONText) {
        json.add("time", header.rfc3339(time))
        json.add("at", header.microseconds(of: time))
    }

    private func add(_ action: ActionName?, _ feature: FeatureName?, to json: inout JSONText) {
        json.add("feature", feature?.path)
        json.add("feature-name", feature?.name)
        json.add("action", action?.identifier)
        json.add("action-name", action?.name)
    }

    /// Adds a list of `{"label", "value"}`.
    ///
    /// A hidden value is `"hidden": true` instead.
    private func add(fields: [InputField], as key: String, to json: inout JSONText) {
        guard !fields.isEmpty else { return }
        let objects = fields.map { field in
            var json = JSONText()
            json.add("label", field.label)
            switch field.value {
            case .shown(let value): json.add("value", value)
            case .hidden: json.add("hidden", true)
            }
            return json.object
        }
        json.add(key, json: "[" + objects.joined(separator: ",") + "]")
    }

    private static func word(_ kind: TimelineEvent.Kind) -> String {
        switch kind {
        case .begin: "begin"
        case .completion: "completion"
        case .log: "log"
        case .sessionOpened: "session-opened"
        case .sessionClosed: "session-closed"
        case .stackOpened: "stack-opened"
        case .stackClosed: "stack-closed"
        case .note: "note"
        case .flagExposed: "flag-exposed"
        case .flagChanged: "flag-changed"
        case .availabilityChanged: "availability"
        case .requestRefused: "request-refused"
        case .inputKept: "input-kept"
        }
    }
}
