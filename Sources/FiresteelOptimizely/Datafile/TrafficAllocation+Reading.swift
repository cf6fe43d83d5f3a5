import FiresteelFlags

extension TrafficAllocation {
    /// Reads `trafficAllocation`.
    init(_ node: DatafileNode) throws(DatafileError) {
        var ranges: [Range] = []
        for range in try node.elements("trafficAllocation") {
            guard let end = range["endOfRange"] else { continue }
            let entity = try range.optionalText("entityId") ?? ""
            ranges.append(Range(end: try end.number(), entity: entity.isEmpty ? nil : entity))
        }
        self.init(ranges: ranges)
    }

    /// Reads the share of users that a service decides for.
    init(predicted node: DatafileNode) throws(DatafileError) {
        guard let end = node["trafficAllocation"] else { throw node.fault("It has no “trafficAllocation”.") }
        self.init(ranges: [Range(end: try end.number(), entity: "$")])
    }
}

extension DatafileNode {
    fileprivate func number() throws(DatafileError) -> Double {
        switch value {
        case .int(let value): Double(value)
        case .double(let value): value
        default: throw fault("It must be a number.")
        }
    }
}
