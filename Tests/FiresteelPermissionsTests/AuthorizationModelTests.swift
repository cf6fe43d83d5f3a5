import Firesteel
import FiresteelPermissions
import FiresteelTesting
import TestSupport
import Testing

@MainActor
@Suite("The result of a flow follows from its responses")
struct AuthorizationModelTests {
    private static let kinds: [PermissionKind] = [.camera, .contacts, .siri, .bluetooth, .motion]

    @Test(
        "For any choices, skips, cancellations and responses, result and prompts equal those of a simple model"
    )
    func model() async throws {
        var random = SplitMix64(seed: 0xA117)
        var endings: Set<AuthorizationResult.Ending> = []
        for _ in 0..<500 {
            let plan = Plan(Self.kinds, &random)
            let adapters = Self.kinds.map { kind in
                ScriptedPermission(kind, plan.before[kind] ?? .notDetermined, answers: plan.answers[kind] ?? .denied)
            }
            let coordinator = ScriptedCoordinator()
            coordinator.order = { asked in plan.order.filter { asked.contains($0) } }
            coordinator.decisions = plan.decisions
            coordinator.progress = plan.progress
            let result = try await Permissions(adapters).authorize(plan.needed, coordinator: coordinator)
            let expected = plan.expected
            #expect(result == expected, "\(plan)")
            let requested = adapters.flatMap(\.requests)
            #expect(Set(requested) == Set(expected.requested) && requested.count == expected.requested.count, "\(plan)")
            #expect(coordinator.results == (plan.isNothingMissing ? [] : [expected]), "\(plan)")
            endings.insert(result.ending)
        }
        #expect(endings == [.granted, .missing, .cancelled])
    }

    /// The events of a flow.
    private struct Plan {
        let needed: [PermissionKind]
        let order: [PermissionKind]
        var before: [PermissionKind: PermissionStatus] = [:]
        var answers: [PermissionKind: PermissionStatus] = [:]
        var decisions: [PermissionKind: AuthorizationDecision] = [:]
        var progress: [PermissionKind: AuthorizationProgress] = [:]

        init(_ kinds: [PermissionKind], _ random: inout SplitMix64) {
            needed = Array(kinds.shuffled(using: &random).prefix(Int.random(in: 0...kinds.count, using: &random)))
            order = Array(kinds.shuffled(using: &random).prefix(Int.random(in: 2...kinds.count, using: &random)))
            for kind in kinds {
                let likely: [PermissionStatus] = [.notDetermined, .notDetermined, .authorized]
                before[kind] = (likely + PermissionStatus.allCases).randomElement(using: &random)
                answers[kind] = ([.authorized, .authorized, .authorized] + PermissionStatus.allCases)
                    .randomElement(using: &random)
                decisions[kind] = [.request, .request, .request, .request, .skip, .cancelAll].randomElement(
                    using: &random)
                progress[kind] = [.continue, .continue, .continue, .continue, .continue, .cancelAll].randomElement(
                    using: &random)
            }
        }

        var isNothingMissing: Bool { needed.allSatisfy { before[$0] == .authorized } }

        /// The expected result, by the plan.
        var expected: AuthorizationResult {
            var now = before
            var requested: [PermissionKind] = []
            var isCancelled = false
            for kind in order where needed.contains(kind) && before[kind] == .notDetermined {
                if decisions[kind] == .skip { continue }
                isCancelled = decisions[kind] == .cancelAll
                if isCancelled { break }
                requested.append(kind)
                now[kind] = answers[kind]
                isCancelled = progress[kind] == .cancelAll
                if isCancelled { break }
            }
            let missing = needed.compactMap { kind in
                now[kind].flatMap { $0 == .authorized ? nil : MissingPermission(kind, $0) }
            }
            return AuthorizationResult(
                ending: isCancelled ? .cancelled : missing.isEmpty ? .granted : .missing, requested: requested,
                missing: missing)
        }
    }
}
