import Firesteel
import FiresteelFlags
import FiresteelTimeline

/// Reads the values of flags in the open sessions.
///
/// A session with its own context has the value for that context. Any other session has the program's value, unless it
/// last read the flag in a context of its own choice: then it has the value that it read. None of it counts as a read.
struct FlagSessionReader: Sendable {
    /// The maximum number of examined sessions, each of which takes some microseconds.
    static let maximumSessions = 10_000
    /// The maximum numbers of listed values and of listed reads.
    static let maximumValues = 20
    static let maximumReads = 20
    /// The maximum length of a listed value and of a targeting key, in characters.
    static let longestValue = 300

    /// The restrictions of a list.
    struct Filter: Sendable {
        /// Part of the session's name or of its targeting key.
        var text: TextNeedle?
        /// The listed value.
        var value: String?
        var limit = 50
    }

    let runtime: FeatureRuntime

    private var stack: FlagStack { runtime.flags }

    /// Returns the open sessions, without values.
    func list(_ filter: Filter) -> PageData.FlagSessions {
        let open = runtime.flagSessions()
        let examined = open.suffix(Self.maximumSessions).reversed().filter { matches($0, filter.text) }
        return PageData.FlagSessions(
            open: open.count, examined: min(open.count, Self.maximumSessions), total: examined.count,
            sessions: examined.prefix(filter.limit).map { row($0, nil) })
    }

    /// Returns the sessions with the value of a flag, or `nil` if it is neither declared nor defined by a provider.
    ///
    /// - Parameter timeline: The run, read up to now.
    func sessions(of key: String, _ filter: Filter, _ timeline: TimelineView?) async -> PageData.FlagSessions? {
        guard let program = stack.resolutionIfKnown(of: key, in: stack.context) else { return nil }
        let open = runtime.flagSessions()
        let reads = runtime.flagReadValues(of: key)
        // Sessions mostly share a few values, which may be large.
        var texts: [JSONValue: String] = [:]
        let answer = Answer(program, &texts)
        let known = open.suffix(Self.maximumSessions).reversed().compactMap { session in
            self.answer(of: key, in: session, reads, program: answer, &texts).map { (session: session, answer: $0) }
        }
        var counts: [String: Int] = [:]
        for item in known { counts[item.answer.value, default: 0] += 1 }
        let values = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        let wanted = known.filter { item in
            (filter.value == nil || filter.value == item.answer.value) && matches(item.session, filter.text)
        }
        let ordered =
            wanted.filter { $0.answer.value != answer.value } + wanted.filter { $0.answer.value == answer.value }
        let shown = ordered.prefix(filter.limit)
        let recorded = await timeline?.flagReads(
            of: key, lastIn: Set(shown.map(\.session.identifier)), most: Self.maximumReads,
            runtime.flagReadings(of: key))
        return PageData.FlagSessions(
            open: open.count, examined: min(open.count, Self.maximumSessions), known: known.count,
            differing: known.count { $0.answer.value != answer.value }, total: wanted.count,
            values: values.prefix(Self.maximumValues).map {
                PageData.FlagSessionValue(value: $0.key, sessions: $0.value, differs: $0.key != answer.value)
            },
            moreValues: max(0, values.count - Self.maximumValues),
            sessions: shown.map { item in
                var row = row(item.session, item.answer)
                row.differs = item.answer.value != answer.value
                row.read = recorded?.last[item.session.identifier]
                row.exposed = item.answer.variant.flatMap { recorded?.first[item.session.identifier]?[$0] }
                return row
            }, reads: recorded?.newest ?? [])
    }

    /// Returns the program's flags with the values of a session.
    func list(_ flags: PageData.Flags, in session: FlagSession) -> PageData.Flags {
        var flags = flags
        flags.session = PageData.SessionName(id: session.identifier, name: session.name)
        guard let context = session.context else {
            for (key, read) in runtime.lastFlagReads(in: session) where !read.isOfProgram {
                guard let index = flags.flags.firstIndex(where: { $0.key == key }) else { continue }
                flags.flags[index].set(
                    value: read.answer.value, variant: read.answer.variant, provider: read.answer.provider,
                    reason: read.answer.reason ?? FlagReason.unknown.rawValue, error: nil)
            }
            return flags
        }
        flags.context = PageData.FlagContext(
            targetingKey: context.targetingKey, attributes: JSONValue.object(context.attributes).json())
        for index in flags.flags.indices {
            guard let found = stack.resolutionIfKnown(of: flags.flags[index].key, in: context) else { continue }
            flags.flags[index].set(
                value: found.value.json(), variant: found.variant, provider: found.provider,
                reason: found.reason.rawValue, error: found.error.map(PageData.FlagErrorInfo.init))
        }
        return flags
    }

    /// A value as it is listed, with its origin.
    struct Answer: Hashable {
        let value: String
        var variant: String?
        var provider: String?
        var reason: String?

        init(_ resolution: Resolution<JSONValue>, _ texts: inout [JSONValue: String]) {
            let text = texts[resolution.value] ?? FlagSessionReader.short(resolution.value.json())
            texts[resolution.value] = text
            value = text
            variant = resolution.variant
            provider = resolution.provider
            reason = resolution.reason.rawValue
        }

        init(_ answer: FlagAnswer) {
            value = FlagSessionReader.short(answer.value)
            variant = answer.variant
            provider = answer.provider
            reason = answer.reason
        }
    }

    /// Returns the value of a session, or `nil` if the session has the program's and isn't known to have read it.
    private func answer(
        of key: String, in session: FlagSession, _ reads: FlagReadValues, program: Answer,
        _ texts: inout [JSONValue: String]
    ) -> Answer? {
        if let context = session.context {
            return stack.resolutionIfKnown(of: key, in: context).map { Answer($0, &texts) }
        }
        guard let read = session.last(reads) else { return nil }
        return read.isOfProgram ? program : Answer(read.answer)
    }

    private func matches(_ session: FlagSession, _ text: TextNeedle?) -> Bool {
        guard let text else { return true }
        return text.isIn(session.name) || session.context?.targetingKey.map(text.isIn) == true
    }

    private func row(_ session: FlagSession, _ answer: Answer?) -> PageData.FlagSession {
        PageData.FlagSession(
            session: PageData.SessionName(id: session.identifier, name: session.name), own: session.context != nil,
            targetingKey: session.context?.targetingKey.map(Self.short), value: answer?.value,
            variant: answer?.variant, reason: answer?.reason, provider: answer?.provider)
    }

    /// Returns a text of limited length.
    static func short(_ text: String) -> String {
        // Only the beginning is divided into characters.
        guard text.utf8.count > longestValue,
            let end = text.index(text.startIndex, offsetBy: longestValue, limitedBy: text.endIndex), end < text.endIndex
        else { return text }
        return "\(text.prefix(longestValue - 1))…"
    }
}

extension PageData.Flag {
    /// Replaces the value with that of a session.
    fileprivate mutating func set(
        value: String, variant: String?, provider: String?, reason: String, error: PageData.FlagErrorInfo?
    ) {
        self.value = value
        self.variant = variant
        self.provider = provider
        self.reason = reason
        self.error = error
        differs = `default`.map { $0 != value } ?? false
    }
}
