/// An error in the input of a computation.
public enum StatisticsError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A count is negative, or more are affected than there are in total.
    case invalidCount(name: String, value: Int, allowed: String)
    /// A parameter is outside its range, or not a number.
    case invalidParameter(name: String, value: Double, allowed: String)
    /// Two lists that belong together have different lengths, or too few elements.
    case invalidLength(name: String, length: Int, allowed: String)

    /// The invalid value, and what is allowed.
    public var description: String {
        switch self {
        case .invalidCount(let name, let value, let allowed):
            "Invalid count: \(name) is \(value). Pass \(allowed)."
        case .invalidParameter(let name, let value, let allowed):
            "Invalid parameter: \(name) is \(value). Pass \(allowed)."
        case .invalidLength(let name, let length, let allowed):
            "Invalid number of elements: \(name) has \(length). Pass \(allowed)."
        }
    }
}

extension StatisticsError {
    /// Throws unless a count is zero or more.
    static func check(_ name: String, _ value: Int) throws(StatisticsError) {
        guard value >= 0 else { throw .invalidCount(name: name, value: value, allowed: "zero or more") }
    }

    /// Throws unless a value is in a range, which no NaN is.
    static func check(
        _ name: String, _ value: Double, _ isAllowed: Bool, _ allowed: String
    ) throws(StatisticsError) {
        guard isAllowed, !value.isNaN else { throw .invalidParameter(name: name, value: value, allowed: allowed) }
    }

    /// Throws unless a value is a probability other than 0 and 1.
    static func checkProbability(_ name: String, _ value: Double) throws(StatisticsError) {
        try check(name, value, value > 0 && value < 1, "a number between 0 and 1, without both")
    }
}
