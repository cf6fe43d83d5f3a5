import Firesteel
import Foundation

/// Finds all ways to meet a purchase requirement.
///
/// Each result is minimal: no other result is a subset of it. Nested alternatives can have very many results, so the
/// search follows only the cheapest ``limit`` at each step.
struct PurchaseOptions {
    /// The maximum number of ways that the search follows.
    static let limit = 64
    /// The maximum number of ways from which the minimal ones are selected.
    private static let candidates = 512

    fileprivate struct Part {
        let product: Product
        var quantity: Int
        /// The length of the longest chain of dependencies before it.
        var depth: Int
        /// The position in the declaration.
        let position: Int
    }

    /// The items to buy, by product identifier.
    private typealias Basket = [String: Part]

    private let status: (Product) -> PurchaseStatus
    private let price: (Product) -> ProductPrice?
    private let positions: [String: Int]
    private var found: [Basket] = []

    /// - Parameters:
    ///   - requirement: The required purchases.
    ///   - status: Returns the status of a product.
    ///   - price: Returns the price of a product. By default the declared one.
    init(
        _ requirement: PurchaseRequirement, status: @escaping (Product) -> PurchaseStatus,
        price: @escaping (Product) -> ProductPrice? = { $0.price }
    ) {
        self.status = status
        self.price = price
        positions = Dictionary(
            requirement.products.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        found = baskets(requirement)
    }

    /// The options, cheapest first, those without a known price last.
    ///
    /// Empty if nothing is missing, or if no purchase helps.
    var sorted: [PurchaseOption] { found.filter { !$0.isEmpty }.map(option) }

    // MARK: Finding

    private func baskets(_ requirement: PurchaseRequirement) -> [Basket] {
        switch requirement.form {
        case .product(let product, let quantity):
            let own = baskets(product, quantity)
            guard let needs = product.needs else { return own }
            return joined(own, after: baskets(needs))
        case .any(let requirements): return best(requirements.flatMap(baskets))
        case .all(let requirements):
            return requirements.reduce([[:]]) { best(product($0, baskets($1))) }
        case .needing(let requirement, let dependencies):
            return joined(baskets(requirement), after: baskets(dependencies))
        }
    }

    private func baskets(_ product: Product, _ quantity: Int) -> [Basket] {
        let now = status(product)
        if now.state(atLeast: quantity) == .met { return [[:]] }
        if now.state == .unsupported { return [] }
        let missing = product.kind == .consumable ? max(1, quantity - now.quantity) : 1
        return [[product.id: Part(product: product, quantity: missing, depth: 0, position: positions[product.id] ?? 0)]]
    }

    /// Returns all combinations of an own basket with a prerequisite basket.
    private func joined(_ own: [Basket], after first: [Basket]) -> [Basket] {
        best(
            own.flatMap { own in
                first.map { first in
                    let depth = (first.values.map(\.depth).max() ?? -1) + 1
                    return merged(
                        own.mapValues { part in
                            var part = part
                            part.depth += depth
                            return part
                        }, first)
                }
            })
    }

    private func product(_ first: [Basket], _ second: [Basket]) -> [Basket] {
        first.flatMap { first in second.map { merged(first, $0) } }
    }

    private func merged(_ first: Basket, _ second: Basket) -> Basket {
        first.merging(second) { one, other in
            var part = one
            part.quantity = max(one.quantity, other.quantity)
            part.depth = max(one.depth, other.depth)
            return part
        }
    }

    // MARK: Choosing

    /// Returns the minimal baskets, cheapest first, up to the limit.
    private func best(_ baskets: [Basket]) -> [Basket] {
        var kept: [Basket] = []
        // A subset costs no more and has fewer items, so it is sorted before its supersets.
        let cheapest = sorted(baskets).prefix(Self.candidates)
        for basket in cheapest where !kept.contains(where: { $0.isPart(of: basket) }) {
            kept.append(basket)
            if kept.count == Self.limit { break }
        }
        return kept
    }

    private func sorted(_ baskets: [Basket]) -> [Basket] {
        baskets.map { (basket: $0, key: Key($0, price(of: $0))) }.sorted { $0.key < $1.key }.map(\.basket)
    }

    private func price(of basket: Basket) -> ProductPrice? {
        var total: ProductPrice?
        for part in basket.values {
            guard let price = price(part.product) else { return nil }
            guard total == nil || total?.currency == price.currency else { return nil }
            total = ProductPrice((total?.amount ?? 0) + price.amount * Decimal(part.quantity), price.currency)
        }
        return total
    }

    /// The sort key of baskets.
    private struct Key: Comparable {
        let currency: String
        let amount: Decimal
        let isUnknown: Int
        let count: Int
        let positions: [Int]

        init(_ basket: Basket, _ price: ProductPrice?) {
            // An empty basket costs nothing.
            isUnknown = price == nil && !basket.isEmpty ? 1 : 0
            currency = price?.currency ?? ""
            amount = price?.amount ?? 0
            count = basket.values.reduce(0) { $0 + $1.quantity }
            positions = basket.values.map(\.position).sorted()
        }

        static func < (one: Key, other: Key) -> Bool {
            if one.isUnknown != other.isUnknown { return one.isUnknown < other.isUnknown }
            if one.currency != other.currency { return one.currency < other.currency }
            if one.amount != other.amount { return one.amount < other.amount }
            if one.count != other.count { return one.count < other.count }
            return one.positions.lexicographicallyPrecedes(other.positions)
        }
    }

    private func option(_ basket: Basket) -> PurchaseOption {
        let parts = basket.values.sorted { ($0.depth, $0.position) < ($1.depth, $1.position) }
        return PurchaseOption(
            items: parts.map { PurchaseOption.Item(product: $0.product, quantity: $0.quantity) },
            price: price(of: basket), unknown: parts.map(\.product).filter { status($0).isOpen })
    }
}

extension [String: PurchaseOptions.Part] {
    /// Returns whether this is a subset of another basket.
    fileprivate func isPart(of other: Self) -> Bool {
        allSatisfy { id, part in (other[id]?.quantity ?? 0) >= part.quantity }
    }
}
