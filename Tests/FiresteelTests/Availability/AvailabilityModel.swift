import Firesteel
import FiresteelFlags
import FiresteelTesting
import TestSupport

/// Availability as it is defined, worked out from the ground each time.
struct AvailabilityModel {
    let plan: FeaturePlan
    private var toggles: [Int: Bool] = [:]
    private var enabled: [Int: Bool] = [:]
    private var products: [String: RequirementStatus]
    private var flags: [String: Bool] = [:]
    /// Whether the last provider of flags is there.
    private var isReady = false

    init(_ plan: FeaturePlan) {
        self.plan = plan
        products = plan.products
    }

    func states() -> [AvailabilityState] { plan.features.indices.map { state(at: $0) } }

    private func state(at index: Int) -> AvailabilityState {
        let feature = plan.features[index]
        var parts: [AvailabilityState] = []
        if let initial = feature.toggle { parts.append(toggles[index] ?? initial ? .available : .unavailable) }
        if let initial = feature.enabled { parts.append(enabled[index] ?? initial ? .available : .unavailable) }
        if let product = feature.product { parts.append(state(ofProduct: product)) }
        if let flag = feature.flag { parts.append(state(of: flag, at: index)) }
        parts += feature.requires.map { state(at: $0) }
        for other in feature.excludes {
            let isMutual = plan.features[other].excludes.contains(index)
            if isMutual, plan.path(index) < plan.path(other) { continue }
            switch state(at: other) {
            case .available: parts.append(.unavailable)
            case .unavailable: break
            case .undetermined: parts.append(.undetermined)
            }
        }
        if let parent = feature.parent { parts.append(state(at: parent)) }
        return parts.contains(.unavailable) ? .unavailable : parts.contains(.undetermined) ? .undetermined : .available
    }

    private func state(ofProduct product: Int) -> AvailabilityState {
        switch products["\(product)"] {
        case .granted: .available
        case .unknown: .undetermined
        default: .unavailable
        }
    }

    private func state(of flag: FeaturePlan.FeatureFlag, at index: Int) -> AvailabilityState {
        let key = key(of: flag, at: index)
        let standard: Bool? =
            switch flag {
            case .own(let value): value
            case .shared(let number): FeaturePlan.sharedFlags[number].defaultValue
            }
        guard let value = flags[key] ?? standard else { return isReady ? .unavailable : .undetermined }
        return value ? .available : .unavailable
    }

    private func key(of flag: FeaturePlan.FeatureFlag, at index: Int) -> String {
        switch flag {
        case .own: plan.path(index).text
        case .shared(let number): FeaturePlan.sharedFlags[number].key
        }
    }

    private var keys: [String] {
        let all = plan.features.indices.compactMap { index in
            plan.features[index].flag.map { key(of: $0, at: index) }
        }
        return Array(Set(all)).sorted()
    }

    /// Makes the same random change here and in programs.
    mutating func change(_ random: inout SplitMix64, _ programs: [PlannedProgram]) {
        let index = Int.random(in: plan.features.indices, using: &random)
        let isOn = Bool.random(using: &random)
        switch Int.random(in: 0..<12, using: &random) {
        case 0..<3:
            toggles[index] = isOn
            for program in programs { program.test.runtime.setToggle(plan.types[index], isOn) }
        case 3..<5:
            enabled[index] = isOn
            for program in programs { program.test.runtime.setEnabled(plan.types[index], isOn) }
        case 5..<7:
            let product = "\(Int.random(in: 0..<3, using: &random))"
            let status = RequirementStatus.allCases.randomElement(using: &random) ?? .unknown
            products[product] = status
            for program in programs { program.shop.set(product, status) }
        case 7:
            for product in 0..<3 { products["\(product)"] = RequirementStatus.allCases.randomElement(using: &random) }
            for program in programs { program.shop.set(products) }
        case 8..<10:
            guard let key = keys.randomElement(using: &random) else { return }
            flags[key] = Bool.random(using: &random) ? isOn : nil
            for program in programs { program.server.set(flags[key].map { .bool($0) }, for: key) }
        case 10:
            var several: [String: JSONValue?] = [:]
            for key in keys where Bool.random(using: &random) {
                flags[key] = isOn
                several.updateValue(.bool(isOn), forKey: key)
            }
            for program in programs { program.server.set(several) }
        default:
            isReady = true
            for program in programs { program.late.setStatus(FlagProviderStatus(.ready)) }
        }
    }
}

/// A program of planned features, with all facts that their constraints read.
struct PlannedProgram {
    let test: TestRuntime
    let shop: TestConstraintSource
    let server = MemoryProvider("Server")
    let late = MemoryProvider("Late")

    init(_ plan: FeaturePlan) throws {
        let shop = TestConstraintSource("shop", plan.products)
        let stack = FlagStack([server, late])
        late.setStatus(FlagProviderStatus(.notReady))
        self.shop = shop
        test = try FeaturePlan.$current.withValue(plan) {
            try TestRuntime(FeaturePlan.root) {
                $0.sources = [shop]
                $0.flags = stack
            }
        }
    }

    func states(_ plan: FeaturePlan) -> [AvailabilityState] {
        plan.types.map { test.runtime.availability(of: $0).state }
    }
}
