import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline

/// Edits that are compared with the saved flags of an environment.
struct ComparisonPayload: Sendable, TimelineDescribable {
    let program: String
    let environment: String
    let edits: [Edit]

    func describe(to summary: inout InputSummary) {
        summary.add("Program", program)
        summary.add("Environment", environment)
        summary.add("Edits", edits.count)
    }
}

/// Compares unsaved edits with the saved flags for recent contexts.
enum CompareContexts: ReplyAction {
    static let description = "Compare unsaved edits with the saved flags for recent contexts"

    static func reply(to context: ActionContext<ServerCall<ComparisonPayload>>) async throws -> ContextComparison {
        let call = context.input
        let (payload, server) = (call.payload, call.server)
        guard let state = try await server.changes.state(of: payload.program) else {
            throw APIError.notFound("There is no program “\(payload.program)”.")
        }
        guard let environment = state.program.environments.first(where: { $0.id == payload.environment }) else {
            throw APIError.notFound("There is no environment “\(payload.environment)”.")
        }
        let author = call.caller.author ?? Author(id: "", name: "", source: .dashboard)
        let preview = try await server.changes.preview(
            Proposal(
                id: "comparison", edits: payload.edits, reason: "", author: author,
                rights: call.caller.membership(in: payload.program) ?? Membership(role: .viewer)),
            of: payload.program)
        let after = state.applying(preview.differences)
        let key = EnvironmentKey(program: payload.program, environment: payload.environment)
        let sample = server.contexts.sample(key)
        let flags = Self.flags(affectedBy: preview.differences, in: environment.id, state, after)
        guard !sample.contexts.isEmpty, !flags.isEmpty else {
            return ContextComparison(contexts: sample.contexts.count, since: sample.since)
        }
        let known = server.snapshots.snapshot(key)
        let now = server.clock.now() / 1_000
        return try await Offload.run { () -> Result<ContextComparison, APIError> in
            do {
                let current = known?.change == state.program.changes ? known : nil
                return try .success(
                    ContextComparison(
                        of: flags, before: current ?? EnvironmentSnapshot(state, environment: environment),
                        after: EnvironmentSnapshot(after, environment: environment), sample, now: now))
            } catch {
                return .failure(.invalid("The flags of \(environment.name) can't be compiled: \(error)"))
            }
        }.get()
    }

    /// Returns the flags whose results differences may change: their own, those that use their segments, and those that
    /// need such a flag.
    private static func flags(
        affectedBy differences: [ItemDifference], in environment: String, _ before: ProgramState, _ after: ProgramState
    ) -> [String] {
        var names: Set<String> = []
        var segments: Set<String> = []
        for difference in differences {
            switch difference.item.kind {
            case .flag: names.insert(difference.item.name)
            case .targeting where difference.item.environment == environment: names.insert(difference.item.name)
            case .targeting: break
            case .segment: segments.insert(difference.item.name)
            }
        }
        if !segments.isEmpty {
            for state in [before, after] {
                for user in SegmentUse(state.items).users(of: segments)
                where user.kind == .targeting && user.environment == environment { names.insert(user.name) }
            }
        }
        var children: [String: [String]] = [:]
        for (key, item) in after.items where key.kind == .flag {
            if case .string(let parent)? = item.value.members["parent"] {
                children[parent, default: []].append(key.name)
            }
        }
        var open = Array(names)
        while let name = open.popLast() {
            for child in children[name] ?? [] where names.insert(child).inserted { open.append(child) }
        }
        // Flags of the change first: the number that is compared is limited.
        let own = Set(differences.map(\.item.name))
        return names.sorted { (own.contains($0) ? 0 : 1, $0) < (own.contains($1) ? 0 : 1, $1) }
    }
}

/// What catalogues and recent contexts say about a program.
struct KnownNames: Sendable {
    let summary: CatalogueSummary
    let attributes: [KnownAttributes.Attribute]
}

/// Returns what catalogues declare, and the names of the attributes of recent contexts.
enum ShowCatalogue: ReplyAction {
    static let description = "Show what catalogues declare"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> KnownNames {
        let (server, program) = (context.input.server, context.input.payload.program)
        guard let found = try await server.database.read({ try ProgramTable($0).program(program) }) else {
            throw APIError.notFound("There is no program “\(program)”.")
        }
        let contexts = found.environments.flatMap { environment in
            server.contexts.sample(EnvironmentKey(program: program, environment: environment.id)).contexts
        }
        let summary = try await server.catalogues.summary(of: program)
        return KnownNames(summary: summary, attributes: KnownAttributes(summary, contexts).all)
    }
}
