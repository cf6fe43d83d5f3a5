import Firesteel
import FiresteelTesting
import Foundation
import Synchronization
import Testing

@Suite("Availability")
struct AvailabilityTests {
    @Test("A request gives what performs only while the feature is available")
    func request() throws {
        let test = try TestRuntime(Shop.self)
        try test.runtime.use {
            #expect(Basket.act.request() != nil)
            test.runtime.setToggle(Basket.self, false)
            #expect(Basket.act.request() == nil)
            let reason = try #require(Basket.availability.reasons.first)
            #expect(reason.text == "Switched off by the user")
            #expect(reason.remedyDescription == "Switch it on")
            test.runtime.setToggle(Basket.self, true)
            #expect(Basket.act.request() != nil)
        }
    }

    @Test("A disabled group disables everything below it, with its reason")
    func ancestors() throws {
        let test = try TestRuntime(Shop.self)
        test.runtime.setEnabled(Checkout.self, false)
        let availability = test.runtime.availability(of: Payment.self)
        #expect(availability.state == .unavailable)
        #expect(availability.reasons.map(\.feature.text) == ["Shop/Checkout"])
        test.runtime.use { #expect(Payment.act.request() == nil) }
        test.runtime.setEnabled(Checkout.self, true)
        test.runtime.use { #expect(Payment.act.request() != nil) }
    }

    @Test("An unknown constraint makes a feature undetermined, and an unmet one has priority")
    func undetermined() throws {
        let test = try TestRuntime(Shop.self)
        #expect(test.runtime.availability(of: Lottery.self).state == .undetermined)
        test.runtime.setToggle(Lottery.self, false)
        #expect(test.runtime.availability(of: Lottery.self).state == .unavailable)
        test.runtime.use { #expect(Lottery.act.request() == nil) }
    }

    @Test("The program's state is read by a closure, and again when the program says that it changed")
    func closure() throws {
        let test = try TestRuntime(Laboratory.self)
        #expect(test.runtime.availability(of: Trial.self).state == .unavailable)
        Trial.isOpen.store(true, ordering: .relaxed)
        test.runtime.refreshAvailability(of: Trial.self)
        #expect(test.runtime.availability(of: Trial.self).state == .available)
        // What the program sets goes before the closure.
        test.runtime.setEnabled(Trial.self, false)
        #expect(test.runtime.availability(of: Trial.self).state == .unavailable)
    }

    @Test("A program's switch that no constraint reads is reported, once")
    func unreadSwitch() throws {
        let test = try TestRuntime(Shop.self)
        for isOn in [false, true] { test.runtime.setEnabled(Basket.self, isOn) }
        test.runtime.setEnabled(Checkout.self, false)
        test.runtime.setEnabled(Lottery.self, false)
        #expect(
            test.runtime.faults == [
                .constraints(
                    "setEnabled(Shop/Basket) has no effect. Add RuntimeEnabled() to the constraints of the feature.")
            ])
    }

    @Test("A toggle that no constraint reads is reported, once")
    func unreadToggle() throws {
        let test = try TestRuntime(Shop.self)
        test.runtime.setToggle(Basket.self, false)
        #expect(test.runtime.faults == [])
        for isOn in [true, false] { test.runtime.setToggle(Checkout.self, isOn) }
        #expect(
            test.runtime.faults.map(\.description) == [
                "The toggle of Shop/Checkout was set, but has no effect. Add UserToggled() to the constraints of the "
                    + "feature."
            ])
    }

    @Test("A feature without a group is unavailable, with a reason")
    func unregistered() throws {
        let test = try TestRuntime(Shop.self)
        let availability = test.runtime.availability(of: Stranger.self)
        #expect(availability.state == .unavailable)
        #expect(availability.reasons.map(\.text) == ["Not registered in this program"])
    }

    @Test("Each change is delivered once, in order, also below the changed group")
    func changes() async throws {
        let test = try TestRuntime(Shop.self)
        let changes = test.runtime.availabilityChanges()
        test.runtime.setEnabled(Checkout.self, false)
        test.runtime.setEnabled(Checkout.self, false)
        test.runtime.setEnabled(Checkout.self, true)
        var heard: [String] = []
        for await change in changes {
            heard.append("\(change.feature) \(change.old) \(change.new)")
            if heard.count == 4 { break }
        }
        #expect(
            heard == [
                "Shop/Checkout available unavailable", "Shop/Checkout/Payment available unavailable",
                "Shop/Checkout unavailable available", "Shop/Checkout/Payment unavailable available",
            ])
    }

    @Test("The user's choices are stored in a file and read at the next start")
    func persistence() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("toggles-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("toggles.json")
        let first = try TestRuntime(Shop.self) { $0.toggles = FileToggleStore(file) }
        first.runtime.setToggle(Basket.self, false)
        let second = try TestRuntime(Shop.self) { $0.toggles = FileToggleStore(file) }
        #expect(!second.runtime.availability(of: Basket.self).isAvailable)
        #expect(second.runtime.faults.isEmpty)
    }

    @Test("An unreadable file of choices leaves the defaults, and is reported")
    func brokenFile() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("toggles-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("{\"Shop/Basket\": \"no\"}".utf8).write(to: file)
        let test = try TestRuntime(Shop.self) { $0.toggles = FileToggleStore(file) }
        #expect(test.runtime.availability(of: Basket.self).isAvailable)
        #expect(test.runtime.faults.count == 1)
    }

    enum Act: Action {
        static func perform(_ context: ActionContext<NoInput>, presenter: NoPresenter) async throws -> ActionOutcome {
            .success
        }
    }

    enum Shop: FeatureGroup { static let subfeatures = features(Basket.self, Checkout.self, Lottery.self) }
    enum Basket: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Checkout: FeatureGroup, ConditionalFeature {
        static var constraints: Constraints { RuntimeEnabled() }
        static let subfeatures = features(Payment.self)
    }
    enum Payment: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Lottery: ConditionalFeature {
        static var constraints: Constraints {
            UserToggled(default: true)
            Unknown()
        }
        static let act = action(Act.self)
        static let actions = declare(act)
    }
    enum Laboratory: FeatureGroup { static let subfeatures = features(Trial.self) }
    enum Trial: ConditionalFeature {
        static let isOpen = Atomic<Bool>(false)
        static var constraints: Constraints { RuntimeEnabled.cached { isOpen.load(ordering: .relaxed) } }
    }
    enum Stranger: ConditionalFeature {
        static var constraints: Constraints { UserToggled(default: true) }
    }

    struct Unknown: Constraint {
        let label = "Lottery"

        func check(_ subject: ConstraintSubject) -> ConstraintStatus {
            .undetermined("Asking", because: "Waiting for the lottery")
        }
    }
}
