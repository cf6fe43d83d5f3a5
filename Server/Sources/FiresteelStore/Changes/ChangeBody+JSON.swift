package import FiresteelBase

extension ChangeBody {
    /// The content as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = [
            "differences": .array(
                differences.map { difference in
                    var members = difference.item.json.members
                    members["before"] = difference.before
                    members["after"] = difference.after
                    return .object(members)
                }),
            "revisions": .object(revisions.mapValues { .int(Int($0)) }),
        ]
        members["reverts"] = reverts.map { .int(Int($0)) }
        members["request"] = request.map { .string($0) }
        members["approvedBy"] = approvedBy.map { .string($0) }
        return .object(members)
    }

    /// Reads the content of a stored change.
    init(stored text: String) throws(StoreError) {
        guard let value = try? JSONValue(json: text.utf8), case .array(let list)? = value.members["differences"] else {
            throw .damaged("A change has no valid content.")
        }
        let members = value.members
        var differences: [ItemDifference] = []
        for element in list {
            guard let item = ItemKey(json: element) else { throw .damaged("A change names no valid item.") }
            differences.append(
                ItemDifference(item, before: element.members["before"], after: element.members["after"]))
        }
        self.init(
            differences: differences,
            revisions: (members["revisions"]?.members ?? [:]).compactMapValues { $0.intValue.map(Int64.init) },
            reverts: members["reverts"]?.intValue.map(Int64.init), request: members["request"]?.stringValue,
            approvedBy: members["approvedBy"]?.stringValue)
    }
}

extension ItemKey {
    /// The identity as JSON.
    package var json: JSONValue {
        var members: [String: JSONValue] = ["kind": .string(kind.rawValue), "name": .string(name)]
        if !environment.isEmpty { members["environment"] = .string(environment) }
        return .object(members)
    }

    /// Reads an identity, or returns `nil` if it is invalid: targetings and experiments need an
    /// environment, other items have none.
    package init?(json: JSONValue) {
        guard let kind = json.members["kind"]?.stringValue.flatMap(ItemKind.init(rawValue:)),
            case .string(let name)? = json.members["name"]
        else { return nil }
        let environment = json.members["environment"]?.stringValue ?? ""
        guard kind.isOfEnvironment == !environment.isEmpty else { return nil }
        self.init(kind, name, environment: environment)
    }
}
