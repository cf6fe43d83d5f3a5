import Firesteel
import FiresteelPurchases
import TestSupport
import Testing

@Suite("Requirements of purchases")
struct PurchaseRequirementTests {
    private typealias State = ConstraintStatus.State
    private static let states: [State] = [.unmet, .undetermined, .met]

    @Test(
        "“any” is decided by one that is met, “all” by one that isn't, and unknown ones leave the rest undecided"
    )
    func logic() {
        for first in Self.states {
            for second in Self.states {
                func state(_ requirement: PurchaseRequirement) -> State {
                    requirement.state { product, _ in product == .premium ? first : second }
                }
                let known = [first, second]
                #expect(
                    state(.any(.premium, .supporter))
                        == (known.contains(.met) ? .met : known.contains(.undetermined) ? .undetermined : .unmet))
                let all: State =
                    known.contains(.unmet) ? .unmet : known.contains(.undetermined) ? .undetermined : .met
                #expect(state(.all(.premium, .supporter)) == all)
                #expect(state(.product(.premium).needing(.supporter)) == all)
            }
        }
        #expect(PurchaseRequirement.any([]).state { _, _ in .met } == .unmet)
        #expect(PurchaseRequirement.all([]).state { _, _ in .unmet } == .met)
    }

    @Test("An unknown requirement decides nothing that is still open, in any nesting", arguments: 0..<200)
    func monotone(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let requirement = RandomRequirement.make(depth: 3, &random)
        let products = requirement.products
        let known = products.map { _ in Self.states[Int.random(in: 0..<3, using: &random)] }
        let state = requirement.state { product, _ in products.firstIndex(of: product).map { known[$0] } ?? .unmet }
        // All ways in which what isn't known may come out.
        let open = known.indices.filter { known[$0] == .undetermined }
        var outcomes: Set<State> = []
        for way in 0..<(1 << open.count) {
            var settled = known
            for (bit, place) in open.enumerated() { settled[place] = way >> bit & 1 == 1 ? .met : .unmet }
            let outcome = requirement.state { product, _ in
                products.firstIndex(of: product).map { settled[$0] } ?? .unmet
            }
            outcomes.insert(outcome)
        }
        switch state {
        case .undetermined: #expect(!open.isEmpty)
        case .met, .unmet: #expect(outcomes == [state])
        }
        if open.isEmpty { #expect(state != .undetermined) }
    }

    @Test("A requirement's own products come first, then all that they depend on, each once")
    func order() {
        let first = Product("first", .nonConsumable, needs: .all(.account, .supporter))
        let requirement = PurchaseRequirement.all(
            .product(first).needing(.unpriced), .any(.product(.premium), .product(.levels)))
        #expect(requirement.products.map(\.id) == ["first", "premium", "levels", "account", "supporter", "unpriced"])
    }

    @Test("Only consumables are required in quantities, and at least one of them")
    func quantities() {
        func asked(_ requirement: PurchaseRequirement) -> [Int] {
            var quantities: [Int] = []
            _ = requirement.state { _, quantity in
                quantities.append(quantity)
                return .met
            }
            return quantities
        }
        #expect(asked(.product(.credits, atLeast: 3)) == [3])
        #expect(asked(.product(.credits, atLeast: 0)) == [1])
        #expect(asked(.product(.credits, atLeast: -7)) == [1])
        #expect(asked(.product(.premium, atLeast: 3)) == [1])
    }
}
