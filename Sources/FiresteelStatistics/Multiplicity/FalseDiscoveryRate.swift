/// Corrections of p-values for the number of comparisons.
public enum FalseDiscoveryRate {
    /// Returns the p-values adjusted by the method of Benjamini and Hochberg (“Controlling the false discovery rate”, 1995),
    /// in the order given.
    ///
    /// Naming those with an adjusted value of at most q keeps the expected share of wrong ones among the named at q or below:
    /// for p-values that are independent or positively dependent, and for any dependence where they are inverses of
    /// e-values, as those of ``RateRatioSequence`` are, and for many values those of ``AsymptoticSequence`` (R. Wang, A. Ramdas,
    /// “False discovery rate control with e-values”, 2022). These hold whenever the reading stops. Pass all comparisons, and 1
    /// for those without evidence yet: selecting some after they were read isn't corrected for.
    ///
    /// - Throws: ``StatisticsError/invalidParameter(name:value:allowed:)`` for a value that isn't a probability.
    public static func adjusted(_ pValues: [Double]) throws(StatisticsError) -> [Double] {
        for value in pValues {
            try StatisticsError.check("pValue", value, value >= 0 && value <= 1, "numbers from 0 to 1")
        }
        return adjustedUnchecked(pValues)
    }

    static func adjustedUnchecked(_ pValues: [Double]) -> [Double] {
        let order = pValues.indices.sorted { pValues[$0] > pValues[$1] }
        var adjusted = pValues
        var smallest = 1.0
        for (position, index) in order.enumerated() {
            let rank = Double(pValues.count - position)
            smallest = min(smallest, pValues[index] * (Double(pValues.count) / rank))
            adjusted[index] = smallest
        }
        return adjusted
    }
}
