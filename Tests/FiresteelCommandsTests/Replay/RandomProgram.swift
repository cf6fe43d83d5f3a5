#if os(Linux) || os(macOS)
import Firesteel
import FiresteelFlags
import Synchronization
import TestSupport

/// A program of a random shape with a planted fault, and a model of what it does.
///
/// It declares some features of a pool, in random groups and with random constraints and numbers of actions.
final class RandomProgram: Sendable {
    /// A feature of the pool.
    struct Cell {
        let path: String
        let parent: Int?
        let actions: Int
        let isFlagged: Bool
        /// The default of a switch of the program and of one of the user, `nil` without one.
        let isEnabled, isToggled: Bool?
        let required: Int?
    }

    /// A perform of an action with an input.
    struct Step: Hashable {
        let cell, action, number: Int
    }

    /// A condition on the steps so far, the last of which fails if it is met, and the flags that are on.
    indirect enum Condition: Sendable {
        case flag(String)
        case performed(Step, times: Int)
        case before(Step, Step)
        case not(Condition)
        case all([Condition])
        case any([Condition])
    }

    static let current = TaskLocal<RandomProgram?>(wrappedValue: nil)

    let cells: [Int: Cell]
    /// The steps of the recording, of which the last one fails.
    let steps: [Step]
    /// The keys of the flags that are on in the recording.
    let on: Set<String>
    private let fault: Condition
    private let performed = Mutex<[Step]>([])

    private init(_ cells: [Int: Cell], _ steps: [Step], _ on: Set<String>, _ fault: Condition) {
        (self.cells, self.steps, self.on, self.fault) = (cells, steps, on, fault)
    }

    /// The program before its first step.
    func copy() -> RandomProgram { RandomProgram(cells, steps, on, fault) }

    /// Returns whether the last one of some steps fails, with some flags on.
    func fails(_ steps: [Step], _ on: Set<String>) -> Bool {
        steps.last.map { isAvailable($0.cell, on) } ?? false
            && isMet(fault, steps.filter { isAvailable($0.cell, on) }, on)
    }

    private func isAvailable(_ index: Int, _ on: Set<String>) -> Bool {
        guard let cell = cells[index], !cell.isFlagged || on.contains(cell.path) else { return false }
        return [cell.parent, cell.required].compactMap { $0 }.allSatisfy { isAvailable($0, on) }
    }

    private func isMet(_ condition: Condition, _ steps: [Step], _ on: Set<String>) -> Bool {
        switch condition {
        case .flag(let key): on.contains(key)
        case .performed(let step, let times): steps.count { $0 == step } >= times
        case .before(let first, let second): steps.firstIndex(of: first).map { steps[$0...].contains(second) } ?? false
        case .not(let other): !isMet(other, steps, on)
        case .all(let others): others.allSatisfy { isMet($0, steps, on) }
        case .any(let others): others.contains { isMet($0, steps, on) }
        }
    }

    fileprivate func perform(_ step: Step, _ on: Set<String>) throws {
        let isFault = performed.withLock { performed in
            performed.append(step)
            return step == steps.last && isMet(fault, performed, on)
        }
        if isFault { throw PaymentError.nothingToPay }
    }
}

// MARK: Random shapes

extension RandomProgram {
    /// Creates programs until one fails, and not without both flags and earlier steps.
    static func random(using random: inout SplitMix64) -> RandomProgram {
        while true {
            let program = shape(using: &random)
            if let last = program.steps.last, program.fails(program.steps, program.on), !program.fails([last], []) {
                return program
            }
        }
    }

    private static func shape(using random: inout SplitMix64) -> RandomProgram {
        var cells: [Int: Cell] = [:]
        let pool = (0..<RandomFeatures.pool.count).shuffled(using: &random)
        for index in pool.prefix(Int.random(in: 1...pool.count, using: &random)) {
            let known = cells.keys.sorted()
            let parent = Bool.random(using: &random) ? known.randomElement(using: &random) : nil
            cells[index] = Cell(
                path: "\(parent.flatMap { cells[$0]?.path } ?? "Random")/cell-\(index)", parent: parent,
                actions: Int.random(in: 1...3, using: &random), isFlagged: Int.random(in: 0..<3, using: &random) == 0,
                isEnabled: [nil, true, false].randomElement(using: &random) ?? nil,
                isToggled: [nil, true, false].randomElement(using: &random) ?? nil,
                required: Int.random(in: 0..<3, using: &random) == 0 ? known.randomElement(using: &random) : nil)
        }
        let keys = RandomFlags.keys.shuffled(using: &random).prefix(4)
        let flagged = cells.values.filter(\.isFlagged).map(\.path).sorted().shuffled(using: &random)
        let on = keys.prefix(Int.random(in: 0...3, using: &random)) + flagged.prefix(2)
        let blank = RandomProgram(cells, [], Set(on), .all([]))
        let available = cells.keys.sorted().filter { blank.isAvailable($0, blank.on) }
        let steps = (0..<(available.isEmpty ? 0 : Int.random(in: 2...5, using: &random))).map { _ in
            let index = available.randomElement(using: &random) ?? 0
            let action = Int.random(in: 0..<(cells[index]?.actions ?? 1), using: &random)
            return Step(cell: index, action: action, number: Int.random(in: 0..<2, using: &random))
        }
        return RandomProgram(cells, steps, Set(on), condition(3, steps, Array(keys), using: &random))
    }

    private static func condition(
        _ depth: Int, _ steps: [Step], _ keys: [String], using random: inout SplitMix64
    ) -> Condition {
        guard depth > 0, let step = steps.randomElement(using: &random), let other = steps.randomElement(using: &random)
        else { return .flag(keys.randomElement(using: &random) ?? "") }
        let kind = Int.random(in: 0..<7, using: &random)
        let parts = (0..<2).map { _ in condition(depth - 1, steps, keys, using: &random) }
        return switch kind {
        case 0: .performed(step, times: Int.random(in: 1...2, using: &random))
        case 1: .before(step, other)
        case 2: .not(parts[0])
        case 3, 4: .all(parts)
        case 5: .any(parts)
        default: .flag(keys.randomElement(using: &random) ?? "")
        }
    }
}

// MARK: The pool

struct RandomFlags: FlagContainer {
    static let key = ""
    static let keys = (0..<8).map { "planted-\($0)" }

    let a = Flag(keys[0], default: false)
    let b = Flag(keys[1], default: false)
    let c = Flag(keys[2], default: false)
    let d = Flag(keys[3], default: false)
    let e = Flag(keys[4], default: false)
    let f = Flag(keys[5], default: false)
    let g = Flag(keys[6], default: false)
    let h = Flag(keys[7], default: false)

    var all: [Flag<Bool>] { [a, b, c, d, e, f, g, h] }
}

struct Numbered: ReplayableInput {
    let number: Int
}

/// A number as a type.
private protocol Slot {
    static var index: Int { get }
}

private enum Slot0: Slot { static let index = 0 }
private enum Slot1: Slot { static let index = 1 }
private enum Slot2: Slot { static let index = 2 }
private enum Slot3: Slot { static let index = 3 }
private enum Slot4: Slot { static let index = 4 }

enum RandomFeatures: FeatureGroup {
    static let pool: [any ConditionalFeature.Type] = [
        CellFeature<Slot0>.self, CellFeature<Slot1>.self, CellFeature<Slot2>.self, CellFeature<Slot3>.self,
        CellFeature<Slot4>.self,
    ]
    static var subfeatures: FeatureList { features(below(nil)) }

    fileprivate static func below(_ parent: Int?) -> [any FeatureDefinition.Type] {
        let cells = RandomProgram.current.get()?.cells ?? [:]
        return pool.indices.filter { index in cells[index].map { $0.parent == parent } ?? false }.map { pool[$0] }
    }
}

/// A feature with the declarations that the program has for it.
private enum CellFeature<Place: Slot>: ConditionalFeature, FeatureGroup {
    static var identifier: String { "cell-\(Place.index)" }
    static var subfeatures: FeatureList { features(RandomFeatures.below(Place.index)) }
    static var constraints: Constraints {
        let cell = RandomProgram.current.get()?.cells[Place.index]
        if cell?.isFlagged == true { Flagged(default: false) }
        if let isEnabled = cell?.isEnabled { RuntimeEnabled(default: isEnabled) }
        if let isToggled = cell?.isToggled { UserToggled(default: isToggled) }
        if let required = cell?.required { Requires([RandomFeatures.pool[required]]) }
    }
    static var actions: DeclaredActions {
        let first = action(TakeStep<Place, Slot0>.self), second = action(TakeStep<Place, Slot1>.self)
        return switch RandomProgram.current.get()?.cells[Place.index]?.actions {
        case 1: declare(first)
        case 2: declare(first, second)
        default: declare(first, second, action(TakeStep<Place, Slot2>.self))
        }
    }
}

private enum TakeStep<Place: Slot, Number: Slot>: Action {
    static var identifier: String { "step-\(Number.index)" }

    static func perform(_ context: ActionContext<Numbered>, presenter: NoPresenter) async throws -> ActionOutcome {
        guard let stack = FeatureRuntime.current?.flags else { return .cancelled }
        let declared = try stack.register(RandomFlags.self).all
        let on = zip(RandomFlags.keys, declared).filter { stack[$0.1] }.map(\.0)
        let step = RandomProgram.Step(cell: Place.index, action: Number.index, number: context.input.number)
        try RandomProgram.current.get()?.perform(step, Set(on))
        return .success
    }
}
#endif
