import Firesteel
import FiresteelPurchases
import FiresteelTesting

/// Reads the options of a requirement through the public API: as those of a feature with it.
enum PurchaseOptionsProbe {
    @TaskLocal static var requirement = PurchaseRequirement.all([])

    static func options(_ requirement: PurchaseRequirement, owned: Set<String>) -> [PurchaseOption] {
        $requirement.withValue(requirement) {
            let shop = TestPurchaseTracker(otherwise: .notPurchased)
            for product in owned { shop.buy(product) }
            let runtime = try? FeatureRuntime(App.self, RuntimeConfiguration(sources: [Purchases([shop])]))
            return runtime?.purchases(unlocking: Probe.self) ?? []
        }
    }

    enum App: FeatureGroup { static let subfeatures = features(Probe.self) }
    enum Probe: ConditionalFeature {
        static var constraints: Constraints { Purchase(PurchaseOptionsProbe.requirement) }
    }
}
