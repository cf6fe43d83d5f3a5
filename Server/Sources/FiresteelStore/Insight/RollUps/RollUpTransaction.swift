import FiresteelBase
import FiresteelDatabase
import FiresteelInsight

/// Rolls messages up in one transaction: sessions, counts, people and groups.
struct RollUpTransaction {
    private let database: any DatabaseConnection
    private let hash: PersonHash
    private let now: Int64
    private let experiments: ExperimentBook
    private let slow: SlowLimits
    private var counts = CountBatch(limit: 1 << 32)
    private var people = PeopleBatch()
    private var sessions: [SessionKey: StoredSession] = [:]
    /// The first session of each person of a run.
    private var owned: [Owner: SessionKey] = [:]
    /// The sessions that were stored before, as they were.
    private var former: [SessionKey: StoredSession] = [:]
    private var grouping: [Int64: ReportGrouping] = [:]
    /// The actions of each scope of which an experiment measures a quantile of the duration.
    private var measured: [Int64: ExperimentBook.Timed] = [:]
    /// The number of damaged rows that began again.
    private var damaged = 0

    private struct Owner: Hashable {
        let scope: Int64
        let run: String
        let person: String
    }

    /// The number of counts of a transaction beyond which only those are added that don't combine names.
    private static let maximumCounts = 100_000

    init(
        _ database: any DatabaseConnection, hash: PersonHash, experiments: ExperimentBook, slow: SlowLimits,
        now: Int64
    ) {
        self.database = database
        self.hash = hash
        self.experiments = experiments
        self.slow = slow
        self.now = now
    }

    /// Rolls messages up, and returns how many damaged rows began again because of them.
    mutating func add(_ messages: [PreparedMessage]) throws -> Int {
        var keys: Set<SessionKey> = []
        for message in messages {
            switch message.content {
            case .segment(let people, _, _):
                for person in people { keys.insert(key(message, person.session)) }
            case .report: keys.insert(key(message, 0))
            }
        }
        for session in try SessionTable(database).sessions(keys, damaged: &damaged) { remember(session) }
        // Reports are of sessions that segments describe.
        for message in messages {
            if case .segment(let people, let ending, let losses) = message.content {
                for person in people { add(person, of: message, ending: ending) }
                for (measure, count) in losses.counts where count > 0 { counts.add(count, measure, message.slice) }
            }
        }
        for message in messages {
            if case .report(let report) = message.content { try add(report, of: message) }
        }
        try write()
        return damaged
    }

    private func key(_ message: PreparedMessage, _ session: Int64) -> SessionKey {
        SessionKey(scope: message.source.scope, run: message.source.run, session: session)
    }

    private mutating func remember(_ session: StoredSession) {
        guard sessions[session.key] == nil else { return }
        update(session)
        former[session.key] = session
    }

    private mutating func update(_ session: StoredSession) {
        let key = session.key
        sessions[key] = session
        guard !session.person.isEmpty else { return }
        let owner = Owner(scope: key.scope, run: key.run, person: session.person)
        if let known = self.session(of: owner), known.key.session <= key.session { return }
        owned[owner] = key
    }

    private func session(of owner: Owner) -> StoredSession? {
        // A session may have become another person's.
        owned[owner].flatMap { sessions[$0] }.flatMap { $0.person == owner.person ? $0 : nil }
    }

    private func session(_ key: SessionKey, _ message: PreparedMessage, person: String) -> StoredSession {
        if let session = sessions[key] { return session }
        return StoredSession(
            key: key, person: person,
            slice: InsightSlice(
                scope: key.scope, hour: InsightTime.hour(of: message.begin), version: message.version),
            began: message.begin, seen: now, system: message.system, device: message.device)
    }

    // MARK: Segments

    private mutating func add(_ person: PreparedMessage.Person, of message: PreparedMessage, ending: String) {
        let key = key(message, person.session)
        var session = session(key, message, person: person.person)
        session.seen = now
        session.began = min(session.began, message.begin)
        // A report may have come first, of another person of the run.
        if !person.person.isEmpty { session.person = person.person }
        if !ending.isEmpty { session.ending = ending }
        if person.isAbnormal { session.facts.isAbnormal = true }
        let slice = message.slice
        var timed: [String: [Int: Int]] = [:]
        let measured = measured[key.scope] ?? experiments.timed(in: key.scope)
        self.measured[key.scope] = measured
        for (action, performs, errors, durations) in person.performs {
            var performs = performs
            if measured.actions.contains(action) { performs.durations = durations.mapValues(Int64.init) }
            session.facts.add(performs, to: action)
            timed[CountKey.parts(of: action).first, default: [:]].merge(durations) {
                min($0, 1 << 40) + min($1, 1 << 40)
            }
            let value = CountKey.action.key(action)
            counts.add(performs.successes, .successes, value: value, slice)
            counts.add(performs.failures, .failures, value: value, slice)
            counts.add(performs.cancellations, .cancellations, value: value, slice)
            counts.add(performs.interruptions, .interruptions, value: value, slice)
            for (error, count) in errors { counts.add(count, .errors, value: CountKey.name(value, error), slice) }
            for (bucket, count) in durations {
                counts.add(Int64(count), .durations, value: CountKey.name(value, "\(bucket)"), slice)
            }
        }
        for (feature, durations) in timed.sorted(by: { $0.key < $1.key }) {
            let judged = slow.judged(durations, feature: feature, in: key.scope) { subject in
                // The same after a retry, and not known to who sends.
                hash.hash("\(key.run)\t\(key.session)\t\(subject)", scope: key.scope)
            }
            for (subject, isSlow) in judged { session.facts.add(timed: subject, isSlow: isSlow) }
        }
        for variant in person.variants { session.facts.add(variant: variant) }
        for (variant, group, time, performs) in person.exposed {
            session.facts.add(exposure: variant, group: group, at: time)
            for followed in performs {
                var performs = followed.performs
                if measured.variants.contains(variant), measured.actions.contains(followed.action) {
                    performs.durations = followed.restDurations
                }
                session.facts.add(performs, to: followed.action, after: variant)
            }
        }
        for (name, count) in person.refusals {
            counts.add(count, .refusals, value: name, slice)
            if !session.person.isEmpty {
                people.add(hash.hash(session.person, scope: key.scope), to: "refusals", value: name, session.slice)
            }
        }
        for (from, to, count) in person.successions {
            counts.add(count, .next, of: CountKey.action.key(from), value: CountKey.action.key(to), slice)
        }
        update(session)
    }

    // MARK: Reports

    private mutating func add(_ report: PreparedMessage.Report, of message: PreparedMessage) throws {
        let scope = message.source.scope
        let person = report.report.person ?? ""
        var key = key(message, 0)
        if !person.isEmpty, sessions[key]?.person != person {
            let run = message.source.run
            if let session = try self.session(of: Owner(scope: scope, run: run, person: person))
                ?? SessionTable(database).session(of: person, run: run, scope: scope)
            {
                remember(session)
                key = session.key
            }
        }
        var session = session(key, message, person: person)
        session.seen = now
        let affected = person.isEmpty ? session.person : person
        let id = try grouping(scope).add(report, message, session: key.session, person: affected)
        if !person.isEmpty {
            _ = try grouping(scope).affect(
                id, person: hash.hash(person, scope: scope), version: message.version, variants: [])
        }
        session.facts.add(group: id)
        update(session)
        counts.add(1, .reports, of: CountKey.group.key(id), message.slice)
        counts.add(1, .reports, value: id, message.slice)
    }

    private mutating func grouping(_ scope: Int64) -> ReportGrouping {
        if let known = grouping[scope] { return known }
        let new = ReportGrouping(database, scope: scope, now: now)
        grouping[scope] = new
        return new
    }

    // MARK: Writing

    private mutating func write() throws {
        var changed: [StoredSession] = []
        for (key, stored) in sessions {
            var session = stored
            try count(&session, before: former[key]?.facts)
            changed.append(session)
        }
        changed.sort { ($0.key.scope, $0.key.run, $0.key.session) < ($1.key.scope, $1.key.run, $1.key.session) }
        try SessionTable(database).store(changed)
        let begunAgain = try ExperimentCounting(database, experiments, now: now).count(
            changed.map { (former[$0.key], $0) }, readingAll: damaged > 0)
        damaged += begunAgain
        try counts.write(database)
        damaged += try people.write(database)
        for grouping in grouping.values {
            try grouping.write()
            damaged += grouping.damaged
        }
    }

    /// Counts the new facts of a session.
    private mutating func count(_ session: inout StoredSession, before facts: SessionFacts?) throws {
        guard facts != session.facts else { return }
        let person = session.person.isEmpty ? nil : hash.hash(session.person, scope: session.key.scope)
        for group in session.facts.groups {
            let isThere = try grouping(session.key.scope).affect(
                group, person: person, version: session.slice.version, variants: session.facts.variants)
            // It gave way to another, or was removed since.
            if !isThere { session.facts.remove(group: group) }
        }
        var marks = session.facts.marks(system: session.system, device: session.device)
        if let facts { marks.subtract(facts.marks(system: session.system, device: session.device)) }
        for mark in marks {
            // Invented combinations must not fill the database: those of features and actions with variants are left out.
            if counts.size > Self.maximumCounts, !mark.subject.isEmpty, CountKey(of: mark.value) == .variant {
                continue
            }
            counts.add(1, mark.measure, of: mark.subject, value: mark.value, session.slice)
            if let person { add(person, for: mark, session.slice) }
        }
    }

    private mutating func add(_ person: UInt64, for mark: SessionFacts.Mark, _ slice: InsightSlice) {
        switch (mark.measure, CountKey(of: mark.subject), CountKey(of: mark.value)) {
        case (.sessions, nil, nil): people.add(person, to: "all", slice)
        case (.sessions, nil, .variant): people.add(person, to: "variants", value: mark.value, slice)
        case (.failed, nil, .variant), (.failed, .feature, .variant):
            people.add(person, to: CountKey.name("failed", mark.subject), value: mark.value, slice)
        case (.timed, _, .variant), (.slow, _, .variant):
            people.add(person, to: CountKey.name(mark.measure.rawValue, mark.subject), value: mark.value, slice)
        case (.abnormal, nil, .variant): people.add(person, to: "abnormal", value: mark.value, slice)
        case (.uses, nil, .feature): people.add(person, to: "features", value: mark.value, slice)
        case (.uses, nil, .action): people.add(person, to: "actions", value: mark.value, slice)
        case (.sessions, .group, nil): people.add(person, to: "groups", value: mark.subject, slice)
        case (.sessions, .group, .variant): people.add(person, to: mark.subject, value: mark.value, slice)
        default: break
        }
    }
}
