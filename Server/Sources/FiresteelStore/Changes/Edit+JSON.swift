package import FiresteelBase

extension Edit {
    /// The edit as JSON: the item's identity, `base`, and one of `create`, `set` with `clear`, and
    /// `remove`.
    package var json: JSONValue {
        var members = item.json.members
        members["base"] = .int(Int(base))
        switch operation {
        case .create(let value): members["create"] = value
        case .set(let fields):
            members["set"] = .object(fields.compactMapValues { $0 })
            let cleared = fields.filter { $0.value == nil }.keys.sorted()
            if !cleared.isEmpty { members["clear"] = .array(cleared.map { .string($0) }) }
        case .remove: members["remove"] = true
        }
        return .object(members)
    }

    /// Reads an edit.
    ///
    /// - Throws: ``StoreError/invalid(_:)`` if it names no item, or not exactly one operation.
    package init(json: JSONValue) throws(StoreError) {
        guard let item = ItemKey(json: json) else {
            throw .invalid(
                "An edit names no item. It needs “kind” (flag, targeting, segment or experiment), “name”, and for targeting and experiment “environment”."
            )
        }
        let members = json.members
        var operations: [Operation] = []
        if let value = members["create"] {
            guard case .object = value else { throw .invalid("“create” of \(item) is not an object.") }
            operations.append(.create(value))
        }
        if members["set"] != nil || members["clear"] != nil {
            operations.append(.set(try Self.fields(members["set"] ?? [:], clear: members["clear"] ?? [], of: item)))
        }
        if members["remove"] == true { operations.append(.remove) }
        guard operations.count == 1, let operation = operations.first else {
            throw .invalid("An edit of \(item) needs exactly one of “create”, “set” and “remove”.")
        }
        let base: Int64
        switch members["base"] {
        case .int(let number)? where number >= 0 && (number == 0 || members["create"] == nil): base = Int64(number)
        case nil where members["create"] != nil: base = 0
        default: throw .invalid("An edit of \(item) needs “base”: the number of the change that was read.")
        }
        self.init(item, base: base, operation)
    }

    private static func fields(
        _ set: JSONValue, clear: JSONValue, of item: ItemKey
    ) throws(StoreError) -> [String: JSONValue?] {
        guard case .object(let values) = set else { throw .invalid("“set” of \(item) is not an object.") }
        guard case .array(let names) = clear else { throw .invalid("“clear” of \(item) is not a list of names.") }
        var fields: [String: JSONValue?] = values.mapValues { .some($0) }
        for name in names {
            guard case .string(let name) = name, fields[name] == nil else {
                throw .invalid("“clear” of \(item) has names that aren't strings, or that “set” has as well.")
            }
            fields.updateValue(nil, forKey: name)
        }
        return fields
    }
}
