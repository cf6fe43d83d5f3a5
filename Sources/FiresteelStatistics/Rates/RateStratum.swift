/// The runs of one stratum, such as one version of a program: those exposed to a factor, and the others.
public struct RateStratum: Sendable, Hashable {
    /// Runs that were exposed to the factor.
    public let exposed: RateCounts
    /// Runs that were not.
    public let unexposed: RateCounts

    /// Creates a stratum.
    public init(exposed: RateCounts, unexposed: RateCounts) {
        self.exposed = exposed
        self.unexposed = unexposed
    }

    /// Whether both groups have runs.
    ///
    /// A stratum without one of them says nothing about the factor.
    public var isComparable: Bool { exposed.total > 0 && unexposed.total > 0 }
}

extension Sequence<RateStratum> {
    /// The sums over all strata that can be compared.
    public var comparableTotals: RateStratum {
        var exposed = RateCounts.none
        var unexposed = RateCounts.none
        for stratum in self where stratum.isComparable {
            exposed = exposed + stratum.exposed
            unexposed = unexposed + stratum.unexposed
        }
        return RateStratum(exposed: exposed, unexposed: unexposed)
    }
}

/// The counts of a comparable stratum as numbers that don't overflow.
struct StratumTerms {
    let exposedAffected: Double
    let exposed: Double
    let unexposedAffected: Double
    let unexposed: Double

    init?(_ stratum: RateStratum) {
        guard stratum.isComparable else { return nil }
        exposedAffected = Double(stratum.exposed.affected)
        exposed = Double(stratum.exposed.total)
        unexposedAffected = Double(stratum.unexposed.affected)
        unexposed = Double(stratum.unexposed.total)
    }

    var affected: Double { exposedAffected + unexposedAffected }
    var total: Double { exposed + unexposed }
}
