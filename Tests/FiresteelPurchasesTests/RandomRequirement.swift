import Firesteel
import FiresteelPurchases
import Foundation
import TestSupport

/// Requirements made at random, of few products so that they meet.
enum RandomRequirement {
    static let products: [Product] = (0..<6).map { number in
        Product(
            "p\(number)", .nonConsumable, name: "P\(number)",
            price: number == 5 ? nil : ProductPrice(.init(number + 1), "EUR"),
            needs: number == 4
                ? .product(Product("p0", .nonConsumable, name: "P0", price: ProductPrice(1, "EUR"))) : nil)
    }

    static func make(depth: Int, _ random: inout SplitMix64) -> PurchaseRequirement {
        let leaf = PurchaseRequirement.product(products[Int.random(in: 0..<products.count, using: &random)])
        guard depth > 0 else { return leaf }
        let parts = (0..<Int.random(in: 1...3, using: &random)).map { _ in make(depth: depth - 1, &random) }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return .any(parts)
        case 1: return .all(parts)
        case 2: return parts[0].needing(make(depth: depth - 1, &random))
        default: return leaf
        }
    }
}
