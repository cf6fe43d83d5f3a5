import Firesteel
import FiresteelTesting
import Testing

@Suite("Conditions on what changes outside the program")
struct ConstraintSourceTests {
    @Test("A feature follows its constraints' facts, from unknown to bought and back")
    func follows() throws {
        let shop = TestConstraintSource("shop")
        let test = try TestRuntime(App.self) { $0.sources = [shop] }
        func state() -> AvailabilityState { test.runtime.availability(of: Gold.self).state }
        #expect(state() == .undetermined)
        #expect(test.runtime.availability(of: Gold.self).reasons.map(\.remedyDescription) == ["Wait"])
        shop.set("gold", .denied)
        #expect(state() == .unavailable)
        #expect(test.runtime.availability(of: Gold.self).reasons.map(\.remedy) == [.buy(["gold"])])
        #expect(test.runtime.availability(of: Gold.self).reasons.map(\.remedyDescription) == ["Buy gold"])
        shop.set("gold", .granted)
        #expect(state() == .available)
        shop.set("silver", .granted)
        #expect(state() == .available)
        shop.set("gold", .restricted)
        #expect(test.runtime.availability(of: Gold.self).reasons.map(\.remedy) == [nil])
    }

    @Test("Simultaneous changes settle together, without intermediate states")
    func together() async throws {
        let shop = TestConstraintSource("shop", ["gold": .granted, "silver": .denied])
        let test = try TestRuntime(App.self) { $0.sources = [shop] }
        let changes = test.runtime.availabilityChanges()
        // Both needs both, and was never available: not even while one change was half done.
        shop.set(["gold": .denied, "silver": .granted])
        shop.set(["gold": .granted, "silver": .denied])
        test.runtime.setToggle(End.self, false)
        var heard: [String] = []
        for await change in changes {
            if change.feature.text == "App/End" { break }
            heard.append("\(change.feature) \(change.new)")
        }
        #expect(heard == ["App/Gold unavailable", "App/Gold available"])
    }

    @Test("A source that the runtime doesn't have is a fault, and what depends on it is unavailable")
    func missing() throws {
        let test = try TestRuntime(App.self)
        #expect(test.runtime.availability(of: Gold.self).state == .unavailable)
        #expect(test.runtime.faults.contains { $0.description.contains("“gold” from “shop”") })
    }

    @Test("Two sources with one name are a fault, and the first one is used")
    func duplicates() throws {
        let test = try TestRuntime(App.self) {
            $0.sources = [
                TestConstraintSource("shop", ["gold": .granted]), TestConstraintSource("shop", ["gold": .denied]),
            ]
        }
        #expect(test.runtime.availability(of: Gold.self).isAvailable)
        #expect(test.runtime.faults.count == 1)
    }

    @Test("A released runtime unsubscribes from its sources")
    func leaving() throws {
        let shop = TestConstraintSource("shop")
        do {
            let test = try TestRuntime(App.self) { $0.sources = [shop] }
            #expect(shop.subscribers == 1)
            test.runtime.end()
        }
        #expect(shop.subscribers == 0)
        shop.set("gold", .granted)
    }

    enum App: FeatureGroup { static let subfeatures = features(Both.self, Gold.self, End.self) }
    enum Gold: ConditionalFeature {
        static var constraints: Constraints { Owned("gold") }
    }
    enum Both: ConditionalFeature {
        static var constraints: Constraints {
            Requires(Gold.self)
            Owned("silver")
        }
    }
    enum End: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
    }
}
