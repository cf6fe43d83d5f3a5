/// Follows the evaluation of a rule: nothing of it is evaluated for a trace alone.
protocol LogicTrace {
    /// Whether it records anything.
    static var records: Bool { get }
    /// The evaluation of a node begins.
    ///
    /// - Parameter isRepeated: Whether it is evaluated for an element of a list.
    mutating func begin(_ node: Int, isRepeated: Bool)
    /// The node that began last has a value.
    mutating func end(_ value: JSONValue)
    /// The node that began last counts as true or false.
    mutating func end(_ truth: Bool)
    /// The share that began last has a result.
    mutating func draw(_ names: [JSONValue], _ draw: LogicDraw)
    /// The share that began last, whose names and weights are constants, has a result.
    mutating func draw(_ shares: LogicShares, in code: LogicTables, bucket: Int64, hit: Int)
}

/// The result of a `fractional`.
enum LogicDraw {
    /// No share, with the reason.
    case nothing(String)
    /// The bucket, the ends of all shares, and the index of the selected share.
    case share(bucket: Int64, ends: [Int64], hit: Int)
}

/// Records nothing: the value alone is needed.
struct NoLogicTrace: LogicTrace {
    // Not empty: the address of an empty value is arbitrary, so ThreadSanitizer takes those of two threads for one variable.
    private let place: UInt8 = 0

    @inline(__always) static var records: Bool { false }
    @inline(__always) mutating func begin(_ node: Int, isRepeated: Bool) {}
    @inline(__always) mutating func end(_ value: JSONValue) {}
    @inline(__always) mutating func end(_ truth: Bool) {}
    @inline(__always) mutating func draw(_ names: [JSONValue], _ draw: LogicDraw) {}
    @inline(__always) mutating func draw(_ shares: LogicShares, in code: LogicTables, bucket: Int64, hit: Int) {}
}
