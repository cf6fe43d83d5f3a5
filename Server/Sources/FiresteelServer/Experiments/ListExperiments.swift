import Firesteel
import FiresteelBase
import FiresteelDatabase
import FiresteelFlagAuthoring
import FiresteelHTTPServer
import FiresteelStore
import HTTPTypes

/// Lists the experiments and holdouts of an environment, and its layers.
struct ListExperiments: ServerOperation, Decodable {
    static let description = "List experiments"
    static let endpoint = OperationEndpoint(
        .get, "/programs/{program}/environments/{environment}/experiments", "listExperiments",
        "Lists the experiments and holdouts of an environment with their phases, and the free slots of its layers",
        response: "Experiments")
    let program, environment: String

    func perform(_ call: ServerCall) async throws -> JSONValue {
        let state = try await call.state(of: program)
        guard state.program.environments.contains(where: { $0.id == environment }) else {
            throw HTTPProblem.notFound("There is no environment “\(environment)”.")
        }
        let phases = try await call.server.database.read { database in
            try ItemTable(database, program: program).experimentPeriods(in: environment)
        }
        let rights = call.changeRights(in: program)
        let mayChange = rights.role >= .editor && rights.environments?.contains(environment) ?? true
        let items = state.items.filter { $0.key.kind == .experiment && $0.key.environment == environment }
        return [
            "experiments": .array(
                items.sorted { $0.key < $1.key }.map { key, item in
                    ListedExperiment(
                        name: key.name, item: item, phases: phases[key.name] ?? [], mayChange: mayChange, now: call.now
                    ).json
                }), "layers": layers(state.items),
        ]
    }

    private func layers(_ items: [ItemKey: Item]) -> JSONValue {
        var names: Set<String> = [FlagExperiment.defaultLayer]
        for (key, item) in items where key.kind == .experiment && key.environment == environment {
            if let name = item.value.members["layer"]?.stringValue { names.insert(name) }
        }
        return .array(
            names.sorted().map { name -> JSONValue in
                let layer = LayerSlots(of: name, in: environment, items)
                return [
                    "name": .string(name), "free": json(layer.free),
                    "experiments": .object(layer.experiments.mapValues(json)),
                ]
            })
    }

    private func json(_ slots: [Range<Int>]) -> JSONValue {
        .array(slots.map { [.int($0.lowerBound), .int($0.upperBound)] })
    }
}

/// An experiment or holdout of a list.
private struct ListedExperiment {
    let name: String
    let item: Item
    let phases: [ExperimentPeriod]
    /// Whether the caller may change experiments of the environment.
    let mayChange: Bool
    /// The time, in milliseconds since 1970.
    let now: Int64

    private static let day: Int64 = 86_400_000

    private var state: FlagExperiment.State? {
        item.value.members["state"]?.stringValue.flatMap(FlagExperiment.State.init(rawValue:))
    }

    /// The state, and a sentence about it; an experiment that ran for its days is over, and ends by a person's change.
    private var status: (word: String, text: String) {
        switch state {
        case .draft?: return ("draft", "Draft")
        case .ended?:
            let arm = item.value.members["decision"]?.members["arm"]?.stringValue
            return ("ended", arm.map { "Ended: everyone gets “\($0)”" } ?? "Ended")
        case nil: return ("invalid", "It can’t be read")
        case .running?:
            guard let phase = phases.last, let days = item.value.members["days"]?.intValue.map(Int64.init) else {
                return ("running", "Running")
            }
            let passed = max(0, now - phase.started) / Self.day
            if passed >= days { return ("over", "Over: \(days) \(days == 1 ? "day has" : "days have") passed") }
            return ("running", "Day \(passed + 1) of \(days)")
        }
    }

    private var isHoldout: Bool { FlagHoldout.isHoldout(item.value) }

    /// The operations that the caller may perform.
    private var operations: [String] {
        switch state {
        case .draft? where mayChange: ["start", "share"]
        case .running? where mayChange: ["end", "share"] + (isHoldout ? [] : ["exclude"])
        case .ended? where mayChange && !isHoldout && phases.last?.isStored(at: now) == true: ["exclude"]
        default: []
        }
    }

    var json: JSONValue {
        let status = status
        return [
            "name": .string(name), "change": .int(Int(item.change)), "value": item.value,
            "state": .string(status.word), "text": .string(status.text),
            "phases": .array(phases.map(\.json)), "may": .array(operations.map { .string($0) }),
        ]
    }
}

extension ExperimentPeriod {
    /// The phase; `ended` is `null` while it runs.
    fileprivate var json: JSONValue {
        ["phase": .int(number), "started": .int(Int(started)), "ended": ended.map { .int(Int($0)) } ?? .null]
    }
}
