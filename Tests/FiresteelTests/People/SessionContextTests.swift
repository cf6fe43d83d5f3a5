import Firesteel
import FiresteelFlags
import FiresteelPurchases
import FiresteelTesting
import FiresteelTimeline
import Logging
import Testing

@Suite("A session with a context is answered for the person it serves")
struct SessionContextTests {
    private let shop = ShopFixture()
    private let premium = EvaluationContext(targetingKey: "ada", attributes: ["plan": "premium", "region": "EU"])
    private let free = EvaluationContext(targetingKey: "bob", attributes: ["plan": "free", "role": "admin"])

    @Test("Availability, with its reasons, is that of the person")
    func availability() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let ada = runtime.session("request", context: premium, principal: "p1")
            let bob = runtime.session("request", context: free, principal: "p2")
            #expect(runtime.availability(of: Reports.self, in: ada).isAvailable)
            #expect(!runtime.availability(of: Reports.self, in: bob).isAvailable)
            #expect(!runtime.availability(of: Reports.self).isAvailable)
            #expect(!runtime.availability(of: Administration.self, in: ada).isAvailable)
            #expect(runtime.availability(of: Administration.self, in: bob).isAvailable)
            #expect(
                runtime.availability(of: Administration.self, in: ada).reasons.map(\.text) == ["Needs the role admin"])
            #expect(Reports.open.request(in: ada) != nil)
            #expect(Reports.open.request(in: bob) == nil)
            #expect(Reports.open.request() == nil)
            #expect(runtime.availability(of: Maintenance.self, in: ada).isAvailable)
        }
    }

    @Test("Inside an action of the session everything is answered for the person, without naming the session")
    func inside() async throws {
        try await shop.run { test in
            let theme = shop.theme
            let backed = FlagBacked(theme)
            let ada = test.runtime.session("request", context: premium, principal: "p1")
            let seen = await Counter.visit.perform(
                Errand { session in
                    #expect(session.principal == "p1" && session.evaluationContext?.targetingKey == "ada")
                    #expect(Reports.open.request() != nil)
                    #expect(Administration.open.request() == nil)
                    #expect(Reports.availability.isAvailable)
                    #expect(Delivery.availability.isAvailable)
                    #expect(theme.value == "theme of ada")
                    #expect(backed.wrappedValue == "theme of ada")
                    #expect(FlagStack.current?.resolution(of: theme).value == "theme of ada")
                    #expect(FlagStack.current?.resolve(key: "shop.theme").value == "theme of ada")
                    #expect(FlagStack.current?.withValue(of: theme) { $0 } == "theme of ada")
                    await Counter.visit.perform(
                        Errand { #expect($0.principal == "p1" && theme.value == "theme of ada") })
                    await Task { #expect(theme.value == "theme of ada") }.value
                }, options: .in(ada))
            #expect(seen.isSuccess)
            #expect(theme.value == "theme of nobody")
            ada.use { #expect(theme.value == "theme of ada" && Reports.open.request() != nil) }
        }
    }

    @Test("A constraint that reads a flag and a feature without declaring them is found to depend on the person")
    func undeclared() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let ada = runtime.session("request", context: premium, principal: "p1")
            let bob = runtime.session("request", context: free, principal: "p2")
            #expect(Delivery.open.request(in: ada) != nil)
            #expect(Delivery.open.request(in: bob) == nil)
            runtime.setToggle(Wishlist.self, false, in: ada)
            #expect(Delivery.open.request(in: ada) == nil)
            #expect(runtime.availability(of: Delivery.self, in: ada).reasons.map(\.text) == ["Needs a wishlist"])
        }
    }

    @Test("Toggles are each principal's own, in all of their sessions and in later ones")
    func toggles() async throws {
        let store = MemoryToggleStore()
        try await shop.run {
            $0.toggles = store
        } _: { test in
            let runtime = test.runtime
            let ada = runtime.session("tab 1", context: premium, principal: "p1")
            let second = runtime.session("tab 2", principal: "p1")
            let bob = runtime.session("tab 1", context: free, principal: "p2")
            #expect(Wishlist.open.request(in: second) != nil)
            runtime.setToggle(Wishlist.self, false, in: ada)
            #expect(Wishlist.open.request(in: ada) == nil && Wishlist.open.request(in: second) == nil)
            #expect(Wishlist.open.request(in: bob) != nil && Wishlist.open.request() != nil)
            #expect(
                runtime.availability(of: Wishlist.self, in: second).reasons.map(\.text) == ["Switched off by the user"])
            ada.close()
            second.close()
            #expect(Wishlist.open.request(in: runtime.session("later", principal: "p1")) == nil)
            runtime.setToggle(Wishlist.self, true, for: "p1")
            #expect(Wishlist.open.request(in: runtime.session("later", principal: "p1")) != nil)
        }
        #expect(store.load(for: "p1") == [FeaturePath("Shop/Wishlist"): true])
        #expect(store.load(for: "p2") == [:])
    }

    @Test("A session with a context and no principal has no choices, and none of the program's")
    func anonymous() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let visitor = runtime.session("visitor", context: premium)
            runtime.setToggle(Wishlist.self, false)
            #expect(Wishlist.open.request() == nil)
            #expect(Wishlist.open.request(in: visitor) != nil)
            runtime.setToggle(Wishlist.self, false, in: visitor)
            #expect(Wishlist.open.request(in: visitor) != nil)
            #expect(runtime.faults.contains { "\($0)".contains("it has a context, but no principal") })
        }
    }

    @Test("Purchases are those of the account, and what unlocks a feature is for the person")
    func purchases() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let ada = runtime.session("request", context: premium, principal: "p1")
            let other = runtime.session("request", context: premium, principal: "p2")
            #expect(Extras.open.request(in: ada) == nil)
            shop.accounts.tracker("p1").buy("extras")
            #expect(Extras.open.request(in: ada) != nil)
            #expect(Extras.open.request(in: other) == nil)
            #expect(Extras.open.request() == nil)
            #expect(runtime.purchases(unlocking: Extras.self, in: ada).isEmpty)
            #expect(runtime.purchases(unlocking: Extras.self, in: other).map(\.description) == ["extras"])
            #expect(runtime.purchases(in: ada)?.status(of: Shop.extras).state == .purchased)
            // It requires reports as well, for the same person.
            let poor = runtime.session("request", context: free, principal: "p1")
            #expect(Extras.open.request(in: poor) == nil)
            #expect(
                runtime.availability(of: Extras.self, in: poor).reasons.map(\.text)
                    == ["Needs Reports, which isn’t available", "The flag Shop/Reports is off in Server"])
        }
    }

    @Test(
        "A change of rules, toggles, purchases, the program's switch or the context is in effect for the next request")
    func changes() async throws {
        try await shop.run { test in
            let runtime = test.runtime
            let bob = runtime.session("request", context: free, principal: "p2")
            for _ in 0..<3 {
                #expect(Reports.open.request(in: bob) == nil)
                shop.server.setRule(ByAttribute(name: "plan", value: "free"), for: "Shop/Reports")
                #expect(Reports.open.request(in: bob) != nil)
                shop.server.setRule(ByAttribute(name: "plan", value: "premium"), for: "Shop/Reports")
                #expect(Reports.open.request(in: bob) == nil)
                bob.setContext(premium)
                #expect(Reports.open.request(in: bob) != nil && Administration.open.request(in: bob) == nil)
                bob.setContext(free)
                runtime.setEnabled(Maintenance.self, false)
                #expect(Maintenance.open.request(in: bob) == nil)
                runtime.setEnabled(Maintenance.self, true)
                #expect(Maintenance.open.request(in: bob) != nil)
            }
        }
    }

    @Test("The context of a session that was opened without one can't be set")
    func withoutContext() async throws {
        try await shop.run { test in
            let window = test.runtime.session("window")
            window.setContext(premium)
            #expect(window.evaluationContext == nil && Reports.open.request(in: window) == nil)
            #expect(test.runtime.faults.contains { "\($0)".contains("session “window” can't be set") })
        }
    }

    @Test("Exposures and log metadata are those of the session and its value")
    func exposures() async throws {
        let log = RecordingLogOutput()
        try await shop.run {
            $0.logger = log.logger
        } _: { test in
            let ada = test.runtime.session("ada", context: premium, principal: "p1")
            let bob = test.runtime.session("bob", context: free, principal: "p2")
            for session in [ada, bob, ada] {
                await Counter.visit.perform(
                    Errand { session in
                        _ = Reports.open.request()
                        Counter.logger.warning("Here \(session.name)")
                    }, options: .in(session))
            }
            let exposures = test.events.compactMap { FlagRecord($0, names: test.runtime.timeline!.run.names) }
                .filter { $0.key == "Shop/Reports" && !$0.isChange }
            #expect(exposures.map(\.sessionName) == ["ada", "bob"])
            #expect(exposures.map(\.answer.value) == ["true", "false"])
            let lines = log.lines.filter { $0.message.hasPrefix("Here") }
            #expect(lines.map { $0.context?.action?.flags.map(\.value) } == [["true"], ["false"], ["true"]])
        }
    }

    @Test("The principal is recorded with the opening of the session")
    func principal() async throws {
        try await shop.run { test in
            _ = test.runtime.session("request", context: premium, principal: "p1")
            let opened = test.events.filter { $0.kind == .sessionOpened }
            #expect(opened.map(\.principal) == [nil, "p1"])
        }
    }

    @Test("Two sessions without principals share nothing, and the program's availability is unchanged")
    func fixed() async throws {
        try await shop.run { test in
            let flags = test.runtime.flags
            flags.setContext(premium)
            let window = test.runtime.session("window")
            let guest = test.runtime.session("guest", context: .empty)
            #expect(Reports.open.request(in: window) != nil && Reports.open.request() != nil)
            #expect(Reports.open.request(in: guest) == nil)
            #expect(shop.theme.value == "theme of ada")
            guest.use { #expect(shop.theme.value == "theme of nobody") }
        }
    }
}
