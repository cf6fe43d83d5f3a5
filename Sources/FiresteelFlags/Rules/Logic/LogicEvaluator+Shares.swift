import FiresteelBase

extension LogicEvaluator {
    /// Returns the name of the selected variant, or null.
    mutating func share(_ node: LogicNode) throws(LogicEvaluationError) -> JSONValue {
        try charge(1)
        let shares = code.shares[Int(node.detail)]
        guard shares.total >= 0 else { return try computedShare(code.fractions[Int(node.detail)]) }
        guard let key = try hash(shares.hasKey ? Int(shares.key) : nil) else { return .null }
        guard case .key(let hash) = key else { return try computedShare(code.fractions[Int(node.detail)]) }
        guard shares.total > 0 else { return .null }
        let bucket = Bucketing.bucket(hash: hash, total: shares.total)
        var hit = Int(shares.first)
        let last = hit + Int(shares.count) - 1
        while hit < last, bucket >= code.ends[hit] { hit += 1 }
        try charge((hit - Int(shares.first)) >> 3)
        trace.draw(shares, in: code, bucket: bucket, hit: hit - Int(shares.first))
        return try value(Int(code.names[hit]))
    }

    /// Returns the index of the first share that ends after a bucket.
    static func hit(_ bucket: Int64, _ ends: [Int64]) -> Int {
        var index = 0
        while index + 1 < ends.count, bucket >= ends[index] { index += 1 }
        return index
    }

    /// The bucketing key of a share.
    enum Key {
        case key(UInt32)
        /// The first operand evaluated to a list, and is therefore a share.
        case list(JSONValue, UInt32)
    }

    /// Returns the hash that decides, or `nil` if there is no bucketing key.
    @inline(__always)
    mutating func hash(_ key: Int?) throws(LogicEvaluationError) -> Key? {
        guard let key else { return ownHash().map { .key($0) } }
        let value = try value(key)
        try charge(for: value)
        switch (version, value) {
        case (.v2, .string(let text)): return .key(MurmurHash3.hash(text))
        case (.v2, .null): return ownHash().map { .key($0) }
        case (_, .array): return ownHash().map { .list(value, $0) }
        case (.v2, _), (.v3, .null): return nil
        case (.v3, _): return Bucketing.hash(of: value).map { .key($0) }
        }
    }

    /// Returns the hash of the flag's key and the targeting key, if there is one.
    private mutating func ownHash() -> UInt32? {
        guard isFlag, let targetingKey = flag.targetingKey, !targetingKey.isEmpty else {
            lacksTargetingKey = isFlag
            return nil
        }
        return version.hash(flag.drawing, targetingKey)
    }

    /// Returns the selected variant, for weights or names that are computed.
    @inline(never)
    private mutating func computedShare(_ fraction: LogicFraction) throws(LogicEvaluationError) -> JSONValue {
        let (names, draw) = try draw(fraction)
        trace.draw(names, draw)
        guard case .share(_, _, let hit) = draw else { return .null }
        return names[hit]
    }

    /// Returns the names and the result of a `fractional`.
    private mutating func draw(
        _ fraction: LogicFraction
    ) throws(LogicEvaluationError) -> (names: [JSONValue], draw: LogicDraw) {
        try charge(fraction.entries.count)
        guard let key = try hash(fraction.key) else {
            return ([], .nothing(lacksTargetingKey ? Self.noTargetingKey : Self.noKey))
        }
        var names: [JSONValue] = []
        var ends: [Int64] = []
        let hash: UInt32
        switch key {
        case .key(let value): hash = value
        case .list(let list, let value):
            hash = value
            if let reason = append(list, &names, &ends) { return ([], .nothing(reason)) }
        }
        for entry in fraction.entries {
            if let reason = try append(entry, &names, &ends) { return ([], .nothing(reason)) }
        }
        guard let total = ends.last, total > 0 else { return ([], .nothing("all weights are 0")) }
        let bucket = Bucketing.bucket(hash: hash, total: total)
        return (names, .share(bucket: bucket, ends: ends, hit: Self.hit(bucket, ends)))
    }

    /// Appends a share, or returns the reason why it is invalid.
    private mutating func append(
        _ entry: LogicFraction.Entry, _ names: inout [JSONValue], _ ends: inout [Int64]
    ) throws(LogicEvaluationError) -> String? {
        switch entry {
        case .malformed: return Self.malformed
        case .computed(let node): return append(try value(node), &names, &ends)
        case .share(let name, let weight):
            let name = try value(name)
            let weight = try weight.map { node throws(LogicEvaluationError) in try value(node) }
            return append(name, weight, &names, &ends)
        }
    }

    private func append(_ share: JSONValue, _ names: inout [JSONValue], _ ends: inout [Int64]) -> String? {
        guard case .array(let parts) = share, parts.count == 1 || parts.count == 2 else { return Self.malformed }
        return append(parts[0], parts.dropFirst().first, &names, &ends)
    }

    private func append(
        _ name: JSONValue, _ weight: JSONValue?, _ names: inout [JSONValue], _ ends: inout [Int64]
    ) -> String? {
        guard LogicFraction.isName(name) else { return "a variant's name is an array or an object" }
        guard let weight = weight.map({ LogicFraction.weight($0, version) }) ?? 1 else {
            return "a weight is not a whole number up to 2,147,483,647"
        }
        guard LogicFraction.add(weight, to: &ends) else { return "the weights add up to more than 2,147,483,647" }
        names.append(name)
        return nil
    }

    private static var noKey: String { "there is no key to split by" }
    private static var noTargetingKey: String { "the context has no targeting key" }
    private static var malformed: String { "an entry is not a list of a variant and a weight" }
}
