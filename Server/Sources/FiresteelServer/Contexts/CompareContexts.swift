import Firesteel
import FiresteelFlags
import FiresteelHTTPServer
import FiresteelStore
import FiresteelTimeline
import HTTPTypes

/// Compares unsaved edits with the saved flags for recent contexts.
struct CompareContexts: ServerOperation, Decodable {
    static let description = "Compare unsaved edits with the saved flags for recent contexts"
    static let endpoint = OperationEndpoint(
        .post, "/programs/{program}/environments/{environment}/comparisons", "compareContexts",
        "Counts the recent contexts for which unsaved edits would change the result of a flag",
        body: ["edits": Schema.list(Schema.named("Edit"))], bodyLimit: 8 << 20)
    let program, environment: String
    let edits: [Edit]

    func describe(to summary: inout InputSummary) { summary.add("Edits", edits.count) }

    func perform(_ call: ServerCall) async throws -> ContextComparison {
        let server = call.server
        let state = try await call.state(of: program)
        guard let environment = state.program.environments.first(where: { $0.id == self.environment }) else {
            throw HTTPProblem.notFound("There is no environment “\(self.environment)”.")
        }
        let preview = try await server.changes.preview(
            call.proposal("comparison", edits, nil, of: program), of: program)
        let after = state.applying(preview.differences)
        let key = EnvironmentKey(program: program, environment: environment.id)
        let sample = server.contexts.sample(key)
        let flags = Self.flags(affectedBy: preview.differences, in: environment.id, state, after)
        guard !sample.contexts.isEmpty, !flags.isEmpty else {
            return ContextComparison(contexts: sample.contexts.count, since: sample.since)
        }
        let known = server.snapshots.snapshot(key)
        let now = call.now / 1_000
        return try await Offload.run { () -> Result<ContextComparison, HTTPProblem> in
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
            case .experiment where difference.item.environment == environment:
                names.formUnion([difference.before, difference.after].compactMap { $0?.members["flag"]?.stringValue })
            case .targeting, .experiment: break
            case .segment: segments.insert(difference.item.name)
            }
        }
        if !segments.isEmpty {
            for state in [before, after] {
                for user in SegmentUse(state.items).users(of: segments)
                where user.kind.isOfEnvironment && user.environment == environment {
                    let flag =
                        user.kind == .targeting ? user.name : state.items[user]?.value.members["flag"]?.stringValue
                    if let flag { names.insert(flag) }
                }
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
