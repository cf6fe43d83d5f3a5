import Firesteel
import Testing

@Suite("Required and excluded features are checked at set-up")
struct RelationDiagnosticTests {
    private func faults(_ root: any FeatureGroup.Type) -> [FeatureSetupError.Diagnostic] {
        do {
            _ = try FeatureRuntime(root)
            return []
        } catch {
            return error.diagnostics
        }
    }

    private func name(_ type: any FeatureDefinition.Type) -> String { String(reflecting: type) }

    @Test("An unregistered feature can be neither required nor excluded")
    func unregistered() {
        #expect(
            faults(Missing.self) == [
                .unregisteredRelation(feature: name(Wanting.self), relation: "Requires", other: name(Nowhere.self)),
                .unregisteredRelation(feature: name(Wanting.self), relation: "Excludes", other: name(Nobody.self)),
            ])
    }

    @Test("Features that require each other in a cycle are rejected, with the cycle")
    func circle() {
        #expect(
            faults(Round.self) == [
                .relationCycle([
                    "\(name(One.self)) requires \(name(Two.self))", "\(name(Two.self)) requires \(name(Three.self))",
                    "\(name(Three.self)) requires \(name(One.self))",
                ])
            ])
    }

    @Test("A group can't require what is below it, and a feature neither require nor exclude itself")
    func groupsAndItself() {
        #expect(faults(Above.self).count == 1)
        #expect(faults(Selfish.self).count == 2)
    }

    @Test("A feature that excludes its requirements, its group or an unconditional feature could never be available")
    func contradictions() {
        #expect(
            faults(Never.self) == [
                .neverAvailable(feature: name(Torn.self), other: name(Base.self), because: .needed),
                .neverAvailable(feature: name(Rebel.self), other: name(Gate.self), because: .needed),
                .neverAvailable(feature: name(Hopeless.self), other: name(Always.self), because: .alwaysAvailable),
            ])
    }

    @Test("An excluded feature that requires one with lower priority can't be decided")
    func undecidable() {
        let found = faults(Paradox.self)
        #expect(found.count == 1)
        guard case .relationCycle(let steps) = found.first else {
            Issue.record("There is no cycle in \(found)")
            return
        }
        #expect(
            Set(steps) == [
                "\(name(Host.self)) has lower priority than \(name(Guest.self))",
                "\(name(Guest.self)) requires \(name(Host.self))",
            ])
    }

    @Test("They are reported together with all other errors")
    func together() {
        let found = faults(Everything.self)
        #expect(found.count == 3)
        #expect(found.contains(.invalidIdentifier(identifier: "a/b", type: name(Slash.self))))
    }

    enum Missing: FeatureGroup { static let subfeatures = features(Wanting.self) }
    enum Wanting: ConditionalFeature {
        static var constraints: Constraints {
            Requires(Nowhere.self)
            Excludes(Nobody.self)
        }
    }
    enum Nowhere: Feature {}
    enum Nobody: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }

    enum Round: FeatureGroup { static let subfeatures = features(One.self, Two.self, Three.self) }
    enum One: ConditionalFeature { static var constraints: Constraints { Requires(Two.self) } }
    enum Two: ConditionalFeature { static var constraints: Constraints { Requires(Three.self) } }
    enum Three: ConditionalFeature { static var constraints: Constraints { Requires(One.self) } }

    enum Above: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { Requires(Below.self) }
        static let subfeatures = features(Below.self)
    }
    enum Below: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }

    enum Selfish: FeatureGroup { static let subfeatures = features(Mirror.self, Hermit.self) }
    enum Mirror: ConditionalFeature { static var constraints: Constraints { Requires(Mirror.self) } }
    enum Hermit: ConditionalFeature { static var constraints: Constraints { Excludes(Hermit.self) } }

    enum Never: FeatureGroup {
        static let subfeatures = features(Base.self, Middle.self, Torn.self, Gate.self, Hopeless.self, Always.self)
    }
    enum Base: ConditionalFeature { static var constraints: Constraints { UserToggled(default: true) } }
    enum Middle: ConditionalFeature { static var constraints: Constraints { Requires(Base.self) } }
    enum Torn: ConditionalFeature {
        static var constraints: Constraints {
            Requires(Middle.self)
            Excludes(Base.self)
        }
    }
    enum Gate: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { RuntimeEnabled() }
        static let subfeatures = features(Rebel.self)
    }
    enum Rebel: ConditionalFeature { static var constraints: Constraints { Excludes(Gate.self) } }
    enum Hopeless: ConditionalFeature { static var constraints: Constraints { Excludes(Always.self) } }
    enum Always: Feature {}

    enum Paradox: FeatureGroup { static let subfeatures = features(Host.self, Guest.self) }
    enum Host: ConditionalFeature { static var constraints: Constraints { Excludes(Guest.self) } }
    enum Guest: ConditionalFeature { static var constraints: Constraints { Requires(Host.self) } }

    enum Everything: FeatureGroup { static let subfeatures = features(Slash.self, Mirror.self, Lost.self) }
    enum Slash: Feature { static let identifier = "a/b" }
    enum Lost: ConditionalFeature { static var constraints: Constraints { Requires(Nowhere.self) } }
}
