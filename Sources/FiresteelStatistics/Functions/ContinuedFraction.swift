/// The evaluation of a continued fraction by the modified method of Lentz.
///
/// I. Thompson and A. Barnett, “Coulomb and Bessel functions of complex arguments and order”, 1986.
struct ContinuedFraction {
    /// The replacement of a zero in a denominator.
    private static let tiny = 1e-300

    private(set) var value: Double
    private var numerator: Double
    private var denominator: Double

    /// Starts with `b₀`.
    init(_ first: Double) {
        value = first == 0 ? Self.tiny : first
        numerator = value
        denominator = 0
    }

    /// Appends `a / (b + …)` and returns whether the value still changed.
    mutating func append(_ a: Double, over b: Double) -> Bool {
        denominator = b + a * denominator
        if abs(denominator) < Self.tiny { denominator = Self.tiny }
        denominator = 1 / denominator
        numerator = b + a / numerator
        if abs(numerator) < Self.tiny { numerator = Self.tiny }
        let factor = numerator * denominator
        value *= factor
        return abs(factor - 1) > 4e-16
    }
}
