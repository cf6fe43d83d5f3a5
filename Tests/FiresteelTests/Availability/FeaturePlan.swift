import Firesteel
import FiresteelFlags
import TestSupport

/// Features with constraints, for types that have numbers.
struct FeaturePlan: Sendable {
    struct Feature: Sendable {
        var parent: Int?
        var requires: [Int] = []
        var excludes: [Int] = []
        var toggle: Bool?
        var enabled: Bool?
        var product: Int?
        var flag: FeatureFlag?
    }

    enum FeatureFlag: Sendable {
        /// One of the feature's own.
        case own(default: Bool?)
        /// One that is declared elsewhere, and may decide about several features.
        case shared(Int)
    }

    /// The plan of the types while their properties are read.
    @TaskLocal static var current = FeaturePlan()

    static let sharedFlags = (0..<3).map { Flag("shared.\($0)", default: $0 == 1) }

    var features: [Feature] = []
    var products: [String: RequirementStatus] = [:]
    /// Whether everything is declared the other way round.
    var isReversed = false

    /// The types, by their numbers.
    var types: [any ConditionalFeature.Type] {
        var number: any Number.Type = Zero.self
        return features.map { _ in
            defer { number = next(number) }
            return numbered(number)
        }
    }

    static var root: any FeatureGroup.Type { Numbered<Zero>.self }

    func path(_ index: Int) -> FeaturePath {
        let own = FeaturePlan.identifier(index)
        return features[index].parent.map { path($0).appending(own) } ?? FeaturePath(own)
    }

    /// Not in the order of the numbers, so that paths are in another order than declarations.
    static func identifier(_ index: Int) -> String { "F\(index * 7 % 31)-\(index)" }

    private func next<N: Number>(_ number: N.Type) -> any Number.Type { Successor<N>.self }
    private func numbered<N: Number>(_ number: N.Type) -> any ConditionalFeature.Type { Numbered<N>.self }
}

extension FeaturePlan {
    static func random(_ random: inout SplitMix64) -> FeaturePlan {
        func chance(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &random) == 0 }
        let count = Int.random(in: 2...14, using: &random)
        var plan = FeaturePlan()
        for index in 0..<count {
            var feature = Feature()
            if index > 0 { feature.parent = Int.random(in: 0..<index, using: &random) }
            if chance(2) { feature.toggle = Bool.random(using: &random) }
            if chance(4) { feature.enabled = true }
            if chance(4) { feature.product = Int.random(in: 0..<3, using: &random) }
            if chance(3) {
                switch Int.random(in: 0..<5, using: &random) {
                case 0: feature.flag = .own(default: true)
                case 1: feature.flag = .own(default: false)
                case 2: feature.flag = .own(default: nil)
                default: feature.flag = .shared(Int.random(in: 0..<3, using: &random))
                }
            }
            plan.features.append(feature)
        }
        for product in 0..<3 { plan.products["\(product)"] = RequirementStatus.allCases.randomElement(using: &random) }
        // Each relation is kept unless set-up refuses the features with it.
        for _ in 0..<count {
            var wider = plan
            let from = Int.random(in: 0..<count, using: &random)
            let to = Int.random(in: 0..<count, using: &random)
            switch Int.random(in: 0..<3, using: &random) {
            case 0: wider.features[from].requires.append(to)
            case 1: wider.features[from].excludes.append(to)
            default:
                wider.features[from].excludes.append(to)
                wider.features[to].excludes.append(from)
            }
            if wider.isAccepted { plan = wider }
        }
        return plan
    }

    /// Whether set-up takes the features, which doesn't depend on the order in which they are declared.
    private var isAccepted: Bool {
        FeaturePlan.$current.withValue(self) {
            (try? FeatureRuntime(FeaturePlan.root, RuntimeConfiguration(storage: .none))) != nil
        }
    }
}

private protocol Number: SendableMetatype { static var value: Int { get } }
private enum Zero: Number { static var value: Int { 0 } }
private enum Successor<Before: Number>: Number { static var value: Int { Before.value + 1 } }

private enum Numbered<N: Number>: FeatureGroup, ConditionalFeature {
    static var identifier: String { FeaturePlan.identifier(N.value) }

    static var subfeatures: FeatureList {
        let plan = FeaturePlan.current
        let types = plan.types
        let below = plan.features.indices.filter { plan.features[$0].parent == N.value }.map { types[$0] }
        return features(plan.isReversed ? below.reversed() : below)
    }

    static var constraints: Constraints {
        let all = conditions(FeaturePlan.current)
        FeaturePlan.current.isReversed ? all.reversed() : all
    }

    private static func conditions(_ plan: FeaturePlan) -> [any Constraint] {
        let types = plan.types
        let feature = plan.features[N.value]
        var all: [any Constraint] = []
        if let toggle = feature.toggle { all.append(UserToggled(default: toggle)) }
        if let enabled = feature.enabled { all.append(RuntimeEnabled(default: enabled)) }
        if let product = feature.product { all.append(Owned("\(product)")) }
        switch feature.flag {
        case .own(let value): all.append(Flagged(default: value))
        case .shared(let number): all.append(Flagged(by: FeaturePlan.sharedFlags[number]))
        case nil: break
        }
        if !feature.requires.isEmpty { all.append(Requires(feature.requires.map { types[$0] })) }
        if !feature.excludes.isEmpty { all.append(Excludes(feature.excludes.map { types[$0] })) }
        return all
    }
}
