/// The zero of a decreasing function between two arguments.
enum BracketedRoot {
    /// Returns where a continuous decreasing function is zero, by the method of Illinois, with bisection where that is slow.
    ///
    /// M. Dowell and P. Jarratt, “A modified regula falsi method for computing the root of an equation”, 1971.
    ///
    /// - Parameters:
    ///   - low: An argument where the function is positive, and its value.
    ///   - high: An argument where the function is not positive, and its value.
    ///   - tolerance: The largest error of the result.
    static func find(
        between low: (x: Double, value: Double), and high: (x: Double, value: Double), tolerance: Double,
        _ function: (Double) -> Double
    ) -> Double {
        var (low, high) = (low, high)
        var lastMovedLow: Bool?
        for step in 0..<200 where high.x - low.x > tolerance {
            var x = (low.x * high.value - high.x * low.value) / (high.value - low.value)
            // Every third step halves, so that the interval shrinks however the function bends.
            if step % 3 == 2 || !(x > low.x && x < high.x) { x = 0.5 * (low.x + high.x) }
            let value = function(x)
            let movesLow = value > 0
            if movesLow {
                low = (x, value)
                if lastMovedLow == true { high.value *= 0.5 }
            } else {
                high = (x, value)
                if lastMovedLow == false { low.value *= 0.5 }
            }
            lastMovedLow = movesLow
            if value == 0 { return x }
        }
        return 0.5 * (low.x + high.x)
    }
}
