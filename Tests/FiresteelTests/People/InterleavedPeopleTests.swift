import Firesteel
import FiresteelFlags
import FiresteelTesting
import FiresteelTimeline
import Synchronization
import TestSupport
import Testing

/// Thousands of people at once, each checked against what is known of them, while everything that can change does.
@Suite("No person ever sees another person's answer")
struct InterleavedPeopleTests {
    /// A person, and the answers that follow from who they are.
    struct Person: Sendable {
        let number: Int
        var isPremium: Bool
        let isAdmin: Bool
        let isEuropean: Bool
        let hasExtras: Bool
        let likesWishlist: Bool

        init(_ number: Int, _ random: inout SplitMix64) {
            self.number = number
            isPremium = .random(using: &random)
            isAdmin = .random(using: &random)
            isEuropean = .random(using: &random)
            hasExtras = .random(using: &random)
            likesWishlist = .random(using: &random)
        }

        var principal: Principal { Principal("person-\(number)") }

        var context: EvaluationContext {
            EvaluationContext(
                targetingKey: "key-\(number)",
                attributes: [
                    "plan": isPremium ? "premium" : "free", "role": isAdmin ? "admin" : "member",
                    "region": isEuropean ? "EU" : "US",
                ])
        }

        /// The expected answer to each request.
        var answers: [Bool] {
            [isPremium, isAdmin, likesWishlist, hasExtras && isPremium, isEuropean && likesWishlist]
        }
    }

    private let shop = ShopFixture()

    private static var requests: [Bool] {
        [
            Reports.open.request() != nil, Administration.open.request() != nil, Wishlist.open.request() != nil,
            Extras.open.request() != nil, Delivery.open.request() != nil,
        ]
    }

    private static var reasons: [Bool] {
        [
            Reports.availability.isAvailable, Administration.availability.isAvailable,
            Wishlist.availability.isAvailable, Extras.availability.isAvailable, Delivery.availability.isAvailable,
        ]
    }

    @Test("Requests, availability, flags, toggles and purchases of 4,000 people interleaved in 16 tasks")
    func interleaved() async throws {
        let people = 4_000
        let tasks = 16
        let tally = Tally()
        try await shop.run { test in
            let runtime = test.runtime
            let shop = shop
            await withTaskGroup(of: Void.self) { group in
                // Everything that makes answers out of date, all the time.
                group.addTask {
                    var random = SplitMix64(seed: 99)
                    var round = 0
                    while !tally.isOver.load(ordering: .relaxed) {
                        round += 1
                        switch round % 5 {
                        case 0: runtime.setEnabled(Maintenance.self, .random(using: &random))
                        case 1: shop.server.setRule(ByAttribute(name: "plan", value: "premium"), for: "Shop/Reports")
                        case 2: runtime.setToggle(Wishlist.self, .random(using: &random))
                        case 3: runtime.flags.setContext(EvaluationContext(targetingKey: "fixed \(round)"))
                        default: runtime.setToggle(Wishlist.self, .random(using: &random), for: "nobody here")
                        }
                        await Task.yield()
                    }
                }
                await withTaskGroup(of: Void.self) { visitors in
                    for task in 0..<tasks {
                        visitors.addTask {
                            for number in stride(from: task, to: people, by: tasks) {
                                await Self.visit(number, shop, runtime, tally)
                            }
                        }
                    }
                }
                tally.isOver.store(true, ordering: .relaxed)
            }
        }
        #expect(tally.wrong.withLock { Array($0.prefix(10)) } == [])
        #expect(tally.answered.load(ordering: .relaxed) == people * 3)
    }

    private static func visit(
        _ number: Int, _ shop: ShopFixture, _ runtime: FeatureRuntime, _ tally: Tally
    ) async {
        var random = SplitMix64(seed: UInt64(number))
        let first = Person(number, &random)
        if first.hasExtras { shop.accounts.tracker(first.principal).buy("extras") }
        let session = runtime.session("request", context: first.context, principal: first.principal)
        runtime.setToggle(Wishlist.self, first.likesWishlist, in: session)
        var second = first
        second.isPremium.toggle()
        let found = Found()
        for person in [first, second, first] {
            session.setContext(person.context)
            await Counter.visit.perform(
                Errand { session in
                    found.check(person.answers == requests, "requests of \(number): \(requests), not \(person.answers)")
                    await Task.yield()
                    found.check(shop.theme.value == "theme of key-\(number)", "theme of \(number): \(shop.theme.value)")
                    found.check(person.answers == reasons, "availability of \(number)")
                    if let grant = Administration.open.request() {
                        found.check(await grant.perform(Errand()).isSuccess, "perform of \(number)")
                    }
                    await Counter.visit.perform(
                        Errand { inner in
                            await Task.yield()
                            found.check(
                                inner.principal == person.principal && person.answers == requests,
                                "nested requests of \(number)")
                        })
                }, options: .in(session))
            found.check(
                runtime.availability(of: Extras.self, in: session).isAvailable == person.answers[3],
                "availability in the session of \(number)")
        }
        session.close()
        let mistakes = found.results()
        tally.wrong.withLock { $0 += mistakes.wrong }
        // Five checks a round, and one more for administrators.
        tally.answered.add(mistakes.checks / 5 >= 3 ? 3 : 0, ordering: .relaxed)
    }

    /// The findings of all visitors.
    private final class Tally: Sendable {
        let isOver = Atomic(false)
        let wrong = Mutex<[String]>([])
        let answered = Atomic(0)
    }

    /// The findings of one visitor.
    private final class Found: Sendable {
        private let state = Mutex<(wrong: [String], checks: Int)>(([], 0))

        func check(_ isRight: Bool, _ text: @autoclosure () -> String) {
            state.withLock { state in
                state.checks += 1
                if !isRight { state.wrong.append(text()) }
            }
        }

        func results() -> (wrong: [String], checks: Int) { state.withLock { $0 } }
    }
}
