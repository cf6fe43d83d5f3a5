/// Gauss–Legendre quadrature on one interval.
struct GaussLegendre: Sendable {
    /// Thirty-two nodes, which integrate what this module integrates to ten digits.
    static let standard = GaussLegendre(count: 32)

    private let nodes: [Double]
    private let weights: [Double]

    /// Computes nodes and weights by Newton's method on the Legendre polynomial, from the estimate of its zeros by Tricomi
    /// (DLMF 18.16).
    init(count: Int) {
        var nodes: [Double] = []
        var weights: [Double] = []
        for index in 0..<count {
            var x = Libm.cos(.pi * (Double(index) + 0.75) / (Double(count) + 0.5))
            var slope = 0.0
            for _ in 0..<8 {
                var previous = 1.0
                var value = x
                for degree in 2...max(2, count) {
                    let n = Double(degree)
                    (previous, value) = (value, ((2 * n - 1) * x * value - (n - 1) * previous) / n)
                }
                slope = Double(count) * (x * value - previous) / (x * x - 1)
                x -= value / slope
            }
            nodes.append(x)
            weights.append(2 / ((1 - x * x) * slope * slope))
        }
        self.nodes = nodes
        self.weights = weights
    }

    /// Returns the integral of a function between two ends.
    func integral(from start: Double, to end: Double, of function: (Double) -> Double) -> Double {
        let half = 0.5 * (end - start)
        let middle = 0.5 * (end + start)
        var sum = 0.0
        for index in nodes.indices { sum += weights[index] * function(middle + half * nodes[index]) }
        return sum * half
    }
}
