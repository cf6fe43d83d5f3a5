public import Foundation

/// What a product costs.
public struct ProductPrice: Sendable, Hashable {
    /// The amount, in units of the currency: 4.99.
    public let amount: Decimal
    /// The currency's code of ISO 4217: "EUR".
    public let currency: String

    /// - Parameters:
    ///   - amount: The amount, in units of the currency, to six places: a literal such as 19.99 is read as a binary
    ///     number, which is a hair off.
    ///   - currency: The currency's code of ISO 4217.
    public init(_ amount: Decimal, _ currency: String) {
        var (exact, rounded) = (amount, Decimal())
        NSDecimalRound(&rounded, &exact, 6, .plain)
        self.amount = rounded
        self.currency = currency
    }
}

extension ProductPrice: CustomStringConvertible {
    /// Such as "4.99 EUR": for tools, not for the people who buy, whose language only the shop knows.
    public var description: String { "\(amount) \(currency)" }
}
