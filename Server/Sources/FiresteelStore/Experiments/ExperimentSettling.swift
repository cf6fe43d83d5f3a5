import FiresteelBase
import FiresteelFlagAuthoring

/// Writes what only the server decides about the experiments of a change: their slots and their phases.
///
/// It runs in the change's transaction, so experiments that start concurrently get different slots.
struct ExperimentSettling {
    /// The differences, with slots and phases.
    private(set) var differences: [ItemDifference]
    /// The experiments that don't fit in their layers, and the impossible changes of states.
    private(set) var diagnostics: [ItemDiagnostic] = []
    /// The state after the change, as far as it is settled.
    private var result: ProgramState
    /// Whether phases and slots that the change has are respected, as those of an export are.
    private let keepsSent: Bool

    /// Members whose edits begin another phase while an experiment runs; so do secondary metrics that are summed by name.
    private static let phaseMembers: Set<String> = [
        "flag", "arms", "weights", "if", "unit", "layer", "primary", "guardrails", "window",
    ]

    /// Settles the experiments of a change.
    ///
    /// - Parameters:
    ///   - differences: The differences of the change.
    ///   - state: The state before the change.
    ///   - kind: The origin of the change.
    ///   - lastValue: Returns the last value of an item that may have been removed.
    init(
        _ differences: [ItemDifference], in state: ProgramState, _ kind: Change.Kind,
        lastValue: (ItemKey) throws -> JSONValue?
    ) rethrows {
        self.differences = differences
        result = state
        keepsSent = kind == .import || kind == .reversal
        let places = differences.indices.filter { differences[$0].item.kind == .experiment }
        guard !places.isEmpty else { return }
        result = state.applying(differences)
        // Experiments that end make room for others of the change, whose slots aren't theirs yet.
        if !keepsSent { for place in places { set("slots", differences[place].before?.members["slots"], of: place) } }
        for place in places where differences[place].after.map(FlagHoldout.isHoldout) == false {
            try settle(place, lastValue)
        }
    }

    private mutating func settle(_ place: Int, _ lastValue: (ItemKey) throws -> JSONValue?) rethrows {
        let difference = differences[place]
        guard let after = difference.after, let new = try? FlagExperiment(json: after) else { return }
        let before: JSONValue? =
            if let known = difference.before { known } else { try lastValue(difference.item) }
        let old = before.flatMap { try? FlagExperiment(json: $0) }
        if new.state == .draft, let old, old.state != .draft, difference.before != nil {
            report(place, "state", "An experiment that has run can’t be a draft again. End it, or create another one.")
        }
        set("phase", .int(phase(of: new, after, old, before, isNew: difference.before == nil)), of: place)
        switch new.state {
        case .draft: set("slots", nil, of: place)
        case .ended: break
        case .running: settleSlots(of: new, place, old: difference.before == nil ? nil : old)
        }
    }

    private func phase(
        of new: FlagExperiment, _ after: JSONValue, _ old: FlagExperiment?, _ before: JSONValue?, isNew: Bool
    ) -> Int {
        let sent = keepsSent && isNew ? new.phase : 1
        guard let old, let before else { return sent }
        guard old.state != .draft else { return max(sent, old.phase) }
        let isNext =
            isNew || (old.state == .ended && new.state == .running)
            || (old.state == .running
                && (Self.phaseMembers.contains { before.members[$0] != after.members[$0] }
                    || !Self.summed(new).isSubset(of: Self.summed(old))))
        return max(sent, old.phase + (isNext ? 1 : 0))
    }

    /// Returns the sums that there are only because metrics of an experiment are named.
    private static func summed(_ experiment: FlagExperiment) -> Set<String> {
        let metrics = (experiment.primary.map { [$0] } ?? []) + experiment.guardrails + experiment.secondary
        return Set(
            metrics.filter { experiment.hasGroups || $0.isSummedByName }.map {
                CountKey.name($0.sumMeasure, $0.subject)
            })
    }

    private mutating func settleSlots(of new: FlagExperiment, _ place: Int, old: FlagExperiment?) {
        let key = differences[place].item
        let layer = LayerSlots(of: new.layer, in: key.environment, result.items, except: key.name)
        let isSameLayer = old?.state == .running && old?.layer == new.layer
        let own = isSameLayer ? old?.slots ?? [] : keepsSent ? new.slots : []
        let count = new.share * FlagExperiment.layerSlots / 100
        if let slots = layer.slots(count, keeping: own) {
            set("slots", .array(slots.map { [.int($0.lowerBound), .int($0.upperBound)] }), of: place)
            return
        }
        let free = layer.free.reduce(0) { $0 + $1.count } * 100 / FlagExperiment.layerSlots
        report(
            place, "share",
            "It needs \(new.share) % of the layer “\(new.layer)”, which has \(free) % left: \(layer.text). Use a smaller share or another layer, or end one of them."
        )
    }

    private mutating func set(_ member: String, _ value: JSONValue?, of place: Int) {
        let difference = differences[place]
        guard case .object(var members)? = difference.after else { return }
        members[member] = value
        differences[place] = ItemDifference(difference.item, before: difference.before, after: .object(members))
        result.items[difference.item]?.value = .object(members)
    }

    private mutating func report(_ place: Int, _ member: String, _ message: String) {
        diagnostics.append(ItemDiagnostic(differences[place].item, path: "$.\(member)", message: message))
    }
}
