import Firesteel
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelFlags
import FiresteelStore
import Foundation
import HTTPTypes

/// The flags of a program that could be removed, as far as the server knows.
struct Cleanup: Codable, Sendable {
    /// A flag whose last day has passed.
    struct Expired: Codable, Sendable {
        let name, expires: String
    }

    /// A flag with the same value for everyone, in all environments in which it is defined.
    struct Constant: Codable, Sendable {
        let name: String
        /// The variant, or `nil` for the program's default.
        let variant: String?
    }

    /// A flag that no session reported, and the environments of which that is known.
    struct Unreported: Codable, Sendable {
        let name: String
        let environments: [String]
    }

    /// A flag that no catalogue declares.
    struct Undeclared: Codable, Sendable {
        let name: String
    }

    /// A flag that isn't defined, and where the newest catalogue declares it.
    struct Undefined: Codable, Sendable {
        let name, version: String
        let file: String?
        let line: Int?
    }

    /// The messages of programs about their flags.
    struct Evidence: Sendable {
        /// The flags that sessions reported in the last 30 days, by environment; those that send none are missing.
        var reported: [String: ReportedFlags] = [:]
        /// The newest catalogues.
        var catalogues = CatalogueSummary()
    }

    /// The flags whose last day has passed, those that expired first.
    private(set) var expired: [Expired] = []
    /// The flags that had the same value for everyone in the last 30 days, by key.
    private(set) var constant: [Constant] = []
    /// The flags that no session reported in the last 30 days, by key.
    private(set) var unreported: [Unreported] = []
    /// The flags that no catalogue declares, by key.
    private(set) var undeclared: [Undeclared] = []
    /// The flags that the newest catalogue declares and that aren't defined, by key.
    private(set) var undefined: [Undefined] = []

    /// The time without a change after which a flag counts, in milliseconds.
    static let period: Int64 = 30 * 86_400_000
    /// The kinds of flags that stay: their value may well be the same for a long time.
    private static let lasting: Set<FlagKind> = [.operational, .permission, .configuration]

    /// Finds the flags.
    ///
    /// - Parameters:
    ///   - state: The items of the program.
    ///   - evidence: What programs sent about their flags.
    ///   - today: The day in UTC, such as `2026-11-19`.
    ///   - lastOld: The last change before the last 30 days.
    init(of state: ProgramState, _ evidence: Evidence, today: String, lastOld: Int64) {
        // A catalogue without flags is that of a part of the program that has none.
        let newest = evidence.catalogues.newestFlags
        let compared = Self.comparedFlags(in: state, lastOld)
        for (key, item) in state.items where key.kind == .flag {
            guard let flag = try? EditableFlag(json: item.value), !flag.isArchived else { continue }
            if let expires = flag.expires?.description, expires < today {
                expired.append(Expired(name: key.name, expires: expires))
            }
            // One that is new may be ahead of the program's code.
            guard item.change <= lastOld else { continue }
            if !compared.contains(key.name), let variant = Self.constant(flag, key.name, state, lastOld) {
                constant.append(Constant(name: key.name, variant: variant))
            }
            let environments = Self.environments(without: key.name, state, evidence.reported)
            if !environments.isEmpty { unreported.append(Unreported(name: key.name, environments: environments)) }
            if !newest.isEmpty, evidence.catalogues.declarations(of: key.name).isEmpty {
                undeclared.append(Undeclared(name: key.name))
            }
        }
        for (key, declaration) in newest where state.items[ItemKey(.flag, key)] == nil {
            undefined.append(
                Undefined(
                    name: key, version: declaration.version, file: declaration.file, line: declaration.line))
        }
        expired.sort { ($0.expires, $0.name) < ($1.expires, $1.name) }
        constant.sort { $0.name < $1.name }
        unreported.sort { $0.name < $1.name }
        undeclared.sort { $0.name < $1.name }
    }

    /// Returns the flags with experiments that haven't ended, or did so since a change.
    private static func comparedFlags(in state: ProgramState, _ lastOld: Int64) -> Set<String> {
        let experiments = state.items.filter { key, item in
            key.kind == .experiment && (item.change > lastOld || item.value.members["state"] != "ended")
        }
        return Set(experiments.values.compactMap { $0.value.members["flag"]?.stringValue })
    }

    /// Returns the variant that everyone has had in all environments since a change, in which `nil` is the program's
    /// default, or `nil` if there is none.
    private static func constant(
        _ flag: EditableFlag, _ key: String, _ state: ProgramState, _ lastOld: Int64
    ) -> String?? {
        guard !lasting.contains(flag.kind ?? .release), !dependsOnOthers(flag) else { return nil }
        var variants: Set<String?> = []
        for environment in state.program.environments {
            guard let stored = state.items[ItemKey(.targeting, key, environment: environment.id)] else { continue }
            guard stored.change <= lastOld, let targeting = try? FlagTargeting(json: stored.value),
                let variant = Self.variant(of: targeting, flag)
            else { return nil }
            variants.insert(variant)
        }
        return variants.count == 1 ? variants.first : nil
    }

    /// Whether the state of another flag decides as well: its parent, or one of its exclusion group.
    private static func dependsOnOthers(_ flag: EditableFlag) -> Bool {
        flag.parent != nil || flag.exclusionGroup != nil
            || flag.metadata["parent"] != nil || flag.metadata["exclusionGroup"] != nil
    }

    /// Returns the environments in which a flag is defined and no session reported it; none if it was reported or that
    /// isn't known of one of them.
    private static func environments(
        without key: String, _ state: ProgramState, _ reported: [String: ReportedFlags]
    ) -> [String] {
        guard !reported.values.contains(where: { $0.contains(key) }) else { return [] }
        let defined = state.program.environments.map(\.id).filter { environment in
            reported[environment] != nil && state.items[ItemKey(.targeting, key, environment: environment)] != nil
        }
        return defined.allSatisfy { reported[$0]?.isComplete == true } ? defined : []
    }

    /// Returns the variant that everyone has, in which `nil` is the program's default, or `nil` if it depends on who it is.
    private static func variant(of targeting: FlagTargeting, _ flag: EditableFlag) -> String?? {
        guard targeting.isOn else { return .some(targeting.offVariant(of: flag)) }
        guard targeting.logic == nil, targeting.rules.isEmpty else { return nil }
        switch targeting.otherwise?.outcome {
        case .variant(let name)?: return .some(name)
        case .split?: return nil
        case nil: return .some(targeting.offVariant(of: flag))
        }
    }
}

/// Finds the flags that could be removed.
struct FindCleanup: ServerOperation, Decodable {
    static let description = "Find flags that could be removed"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/cleanup", "findCleanup",
        "Lists flags that expired, that had the same value for everyone or that no session reported in the last 30 days, and those that only the program or only the server knows"
    )
    let program: String

    func perform(_ call: ServerCall) async throws -> Cleanup {
        let (server, now) = (call.server, call.now)
        let state = try await call.state(of: program)
        let lastOld = try await server.database.read {
            try ChangeTable($0, program: program).lastChange(at: now - Cleanup.period)
        }
        let today = Date(timeIntervalSince1970: Double(now) / 1_000).formatted(.iso8601.year().month().day())
        var found = Cleanup.Evidence(catalogues: try await server.catalogues.summary(of: program))
        // Names of flags are removed with the sessions that reported them.
        let isKnown = try await Int64(call.retention().sessionDays) * InsightTime.day >= Cleanup.period
        found.reported = try await server.database.read { database in
            guard isKnown else { return [:] }
            var reported: [String: ReportedFlags] = [:]
            for environment in state.program.environments {
                let scope = InsightScope(program: program, environment: environment.id)
                reported[environment.id] = try ReportedFlags(of: scope, since: now - Cleanup.period, now: now, database)
            }
            return reported
        }
        let evidence = found
        return await Offload.run { Cleanup(of: state, evidence, today: today, lastOld: lastOld) }
    }
}
