public import Foundation

/// The price of a product.
public struct ProductPrice: Sendable, Hashable {
    /// The amount, in units of the currency: 4.99.
    public let amount: Decimal
    /// The ISO 4217 code of the currency: "EUR".
    public let currency: String

    /// Creates a price.
    ///
    /// - Parameters:
    ///   - amount: The amount, in units of the currency, to six places. A literal such as 19.99 is read as a binary
    ///     number, which is slightly inexact.
    ///   - currency: The ISO 4217 code of the currency.
    public init(_ amount: Decimal, _ currency: String) {
        var (exact, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &exact, 6, .plain)
        self.amount = rounded
        self.currency = currency
    }
}

extension ProductPrice: CustomStringConvertible {
    /// The amount and the currency, such as "4.99 EUR", for tools.
    ///
    /// Only the shop knows the language of its customers.
    public var description: String { "\(amount) \(currency)" }
}
