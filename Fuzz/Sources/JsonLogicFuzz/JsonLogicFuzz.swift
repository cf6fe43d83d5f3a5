import FiresteelFlags

/// Parses a JSON array of a rule and its data, and evaluates the rule.
///
/// Each evaluation returns a value or throws an error, and the process doesn't crash. A JSON value survives a round
/// trip.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJsonLogic(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let input = try? JSONValue(json: bytes) else { return 0 }
    let text = input.json()
    guard let back = try? JSONValue(json: Array(text.utf8)), back == input else {
        preconditionFailure("The JSON round trip differs: \(text)")
    }
    guard case .array(let parts) = input, let rule = parts.first else { return 0 }
    for version in FractionalVersion.allCases {
        let limits = LogicLimits(steps: 20_000)
        guard let logic = try? JsonLogic.compile(rule, limits: limits, fractional: version) else { continue }
        _ = try? logic.evaluate(parts.count > 1 ? parts[1] : .null)
        _ = try? logic.evaluate(input)
    }
    return 0
}
