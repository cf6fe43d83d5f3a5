import FiresteelFlags
import FiresteelStore

// The forms of stored values in the API.

extension Account {
    /// What others may see of an account.
    var json: FlagValue {
        [
            "id": .string(id), "email": .string(email), "name": .string(name),
            "isAdministrator": .bool(isAdministrator), "lastSeen": .int(Int(lastSeen)),
        ]
    }
}

extension Program {
    /// The program with its environments.
    var json: FlagValue {
        [
            "id": .string(id), "name": .string(name), "change": .int(Int(changes)),
            "environments": .array(environments.map(\.json)),
        ]
    }
}

extension ProgramEnvironment {
    /// The environment.
    var json: FlagValue {
        [
            "id": .string(id), "name": .string(name), "protection": .string(protection.rawValue),
            "revision": .int(Int(revision)), "changed": .int(Int(changed)),
        ]
    }
}

extension Author {
    /// The author.
    var json: FlagValue {
        ["id": .string(id), "name": .string(name), "source": .string(source.rawValue)]
    }
}

extension ItemDifference {
    /// The item with its values and lines that describe the difference; a missing value is `null`.
    var json: FlagValue {
        var members = item.json.members
        members["before"] = before ?? .null
        members["after"] = after ?? .null
        members["lines"] = lines
        return .object(members)
    }
}

extension Change {
    /// The change, with lines that describe it.
    var json: FlagValue {
        var members: [String: FlagValue] = [
            "number": .int(Int(number)), "id": .string(id), "time": .int(Int(time)), "kind": .string(kind.rawValue),
            "author": author.json, "reason": .string(reason), "perform": .string(perform), "hash": .string(hash),
            "revisions": .object(body.revisions.mapValues { .int(Int($0)) }),
            "differences": .array(body.differences.map(\.json)),
        ]
        members["reverts"] = body.reverts.map { .int(Int($0)) }
        members["request"] = body.request.map { .string($0) }
        members["approvedBy"] = body.approvedBy.map { .string($0) }
        return .object(members)
    }
}

extension ChangeRequest {
    /// The request.
    var json: FlagValue {
        [
            "id": .string(id), "kind": .string(kind.rawValue), "state": .string(state.rawValue),
            "created": .int(Int(created)), "due": due.map { .int(Int($0)) } ?? .null, "author": author.json,
            "reason": .string(reason), "environments": .array(environments.map { .string($0) }),
            "edits": .array(edits.map(\.json)), "change": change.map { .int(Int($0)) } ?? .null,
            "decided": decided.map { .int(Int($0)) } ?? .null, "decidedBy": .string(decidedByName),
            "comment": .string(comment),
        ]
    }
}

extension ProposalPreview {
    /// The preview.
    var json: FlagValue {
        func list(_ names: Set<String>) -> FlagValue { .array(names.sorted().map { .string($0) }) }
        return [
            "differences": .array(differences.map(\.json)), "environments": list(environments),
            "needsApproval": list(needsApproval), "isReviewed": list(isReviewed), "needsReason": list(needsReason),
            "conflicts": .array(conflicts.map(\.json)), "problems": .array(problems.map(\.json)),
        ]
    }
}

extension ProposalResult {
    /// What became of a proposal: `applied`, `requested`, `scheduled` or `unchanged`.
    var json: FlagValue {
        switch self {
        case .applied(let change, let review):
            ["result": "applied", "change": change.json, "review": review?.json ?? .null]
        case .requested(let request): ["result": "requested", "request": request.json]
        case .scheduled(let request): ["result": "scheduled", "request": request.json]
        case .unchanged: ["result": "unchanged"]
        }
    }
}

extension AccessToken {
    /// The token, without its secret.
    var json: FlagValue {
        [
            "id": .string(id), "hint": .string(hint), "environment": .string(environment),
            "kind": .string(kind.rawValue), "role": role.map { .string($0.rawValue) } ?? .null, "name": .string(name),
            "created": .int(Int(created)), "createdBy": .string(createdBy),
            "expires": expires.map { .int(Int($0)) } ?? .null, "revoked": revoked.map { .int(Int($0)) } ?? .null,
            "lastUsed": lastUsed.map { .int(Int($0)) } ?? .null,
        ]
    }
}

extension ProgramPerson {
    /// The person with their rights.
    var json: FlagValue {
        var members = account.json.members
        members["role"] = .string(membership.role.rawValue)
        members["environments"] = membership.environments.map { .array($0.sorted().map { .string($0) }) } ?? .null
        return .object(members)
    }
}

extension ConnectedCount {
    /// The count.
    var json: FlagValue {
        [
            "environment": .string(environment), "version": .string(version), "revision": .int(Int(revision)),
            "instances": .int(Int(instances)),
        ]
    }
}
