import Firesteel
import FiresteelDatabase
import FiresteelFlags
import FiresteelStore
import FiresteelTimeline
import Foundation

/// The flags of a program that could be removed, as far as the server knows.
struct Cleanup: Sendable {
    /// A flag with the same value for everyone, in all environments in which it is defined.
    struct Constant: Sendable, Hashable {
        let flag: String
        /// The variant, or `nil` for the program's default.
        let variant: String?
    }

    /// The flags whose last day has passed, those that expired first.
    private(set) var expired: [(flag: String, expires: String)] = []
    /// The flags that had the same value for everyone in the last 30 days, by key.
    private(set) var constant: [Constant] = []

    /// The time without a change after which a flag counts, in milliseconds.
    static let period: Int64 = 30 * 86_400_000
    /// The kinds of flags that stay: their value may well be the same for a long time.
    private static let lasting: Set<FlagKind> = [.operational, .permission, .configuration]

    /// Finds the flags.
    ///
    /// - Parameters:
    ///   - state: The items of the program.
    ///   - today: The day in UTC, such as `2026-11-19`.
    ///   - lastOld: The last change before the last 30 days.
    init(of state: ProgramState, today: String, lastOld: Int64) {
        for (key, item) in state.items where key.kind == .flag {
            guard let flag = try? EditableFlag(json: item.value), !flag.isArchived else { continue }
            if let expires = flag.expires?.description, expires < today { expired.append((key.name, expires)) }
            guard !Self.lasting.contains(flag.kind ?? .release), item.change <= lastOld else { continue }
            var variants: Set<String?> = []
            var isConstant = true
            for environment in state.program.environments {
                guard let stored = state.items[ItemKey(.targeting, key.name, environment: environment.id)] else {
                    continue
                }
                guard stored.change <= lastOld, let targeting = try? FlagTargeting(json: stored.value),
                    let variant = Self.variant(of: targeting, flag)
                else {
                    isConstant = false
                    break
                }
                variants.insert(variant)
            }
            if isConstant, variants.count == 1, let variant = variants.first {
                constant.append(Constant(flag: key.name, variant: variant))
            }
        }
        expired.sort { ($0.expires, $0.flag) < ($1.expires, $1.flag) }
        constant.sort { $0.flag < $1.flag }
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
enum FindCleanup: ReplyAction {
    static let description = "Find flags that could be removed"

    static func reply(to context: ActionContext<ServerCall<ProgramPayload>>) async throws -> Cleanup {
        let (server, program) = (context.input.server, context.input.payload.program)
        guard let state = try await server.changes.state(of: program) else {
            throw APIError.notFound("There is no program “\(program)”.")
        }
        let now = server.clock.now()
        let lastOld = try await server.database.read {
            try ChangeTable($0, program: program).lastChange(at: now - Cleanup.period)
        }
        let today = Date(timeIntervalSince1970: Double(now) / 1_000).formatted(.iso8601.year().month().day())
        return await Offload.run { Cleanup(of: state, today: today, lastOld: lastOld) }
    }
}

extension Cleanup {
    /// The flags.
    var json: FlagValue {
        [
            "expired": .array(expired.map { ["name": .string($0.flag), "expires": .string($0.expires)] }),
            "constant": .array(
                constant.map { ["name": .string($0.flag), "variant": $0.variant.map { .string($0) } ?? .null] }),
        ]
    }
}
