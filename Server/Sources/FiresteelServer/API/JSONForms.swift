import FiresteelFlags
import FiresteelStore

// The forms of stored values in the API.

extension Account {
    /// What others may see of an account.
    var json: FlagValue {
        [
            "id": .string(id), "email": .string(email), "name": .string(name),
            "isAdministrator": .bool(isAdministrator), "isDisabled": .bool(isDisabled),
            "lastSeen": .int(Int(lastSeen)),
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
    /// Returns the item with its values and lines that describe the difference; a missing value is `null`.
    func json(naming segments: [String: FlagSegment]) -> FlagValue {
        var members = item.json.members
        members["before"] = before ?? .null
        members["after"] = after ?? .null
        members["lines"] = lines(naming: segments)
        return .object(members)
    }
}

extension Change {
    /// Returns the change, with lines that describe it.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> FlagValue {
        let segments = segments.named(by: body.differences)
        var members: [String: FlagValue] = [
            "number": .int(Int(number)), "id": .string(id), "time": .int(Int(time)), "kind": .string(kind.rawValue),
            "author": author.json, "reason": .string(reason), "perform": .string(perform), "hash": .string(hash),
            "revisions": .object(body.revisions.mapValues { .int(Int($0)) }),
            "differences": .array(body.differences.map { $0.json(naming: segments) }),
        ]
        members["reverts"] = body.reverts.map { .int(Int($0)) }
        members["request"] = body.request.map { .string($0) }
        members["approvedBy"] = body.approvedBy.map { .string($0) }
        return .object(members)
    }
}

extension ListChanges.Entry {
    /// Returns the change; `isShortened` where values and lines are missing because they are too large for a list.
    ///
    /// `revertedBy` and `revertedAt` are the number and time of the change that reverted it, if that is in effect.
    func json(naming segments: [String: FlagSegment]) -> FlagValue {
        var members = change.json(naming: segments).members
        members["isShortened"] = .bool(isShortened)
        members["revertedBy"] = reversal.map { .int(Int($0.number)) }
        members["revertedAt"] = reversal.map { .int(Int($0.time)) }
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

extension RequestPage.Entry {
    /// The request; `isShortened` where the edits are missing because they are too large for a list.
    var json: FlagValue {
        var members = request.json.members
        members["isShortened"] = .bool(isShortened)
        return .object(members)
    }
}

extension ListRequests.Found {
    /// The requests, what can't be read, where the list continues, and how many are pending.
    var json: FlagValue {
        [
            "requests": .array(page.entries.map(\.json)), "damaged": .array(page.damaged.map { .string($0) }),
            "next": page.next.map { .string($0.text) } ?? .null,
            "pending": .object(
                ChangeRequest.Kind.allCases.reduce(into: [:]) { $0[$1.rawValue] = .int(pending[$1] ?? 0) }),
        ]
    }
}

extension ProposalPreview {
    /// Returns the preview.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> FlagValue {
        func list(_ names: Set<String>) -> FlagValue { .array(names.sorted().map { .string($0) }) }
        let segments = segments.named(by: differences)
        return [
            "change": .int(Int(change)), "differences": .array(differences.map { $0.json(naming: segments) }),
            "environments": list(environments),
            "needsApproval": list(needsApproval), "isReviewed": list(isReviewed), "needsReason": list(needsReason),
            "conflicts": .array(conflicts.map(\.json)), "diagnostics": .array(diagnostics.map(\.json)),
        ]
    }
}

extension ProposalResult {
    /// Returns what became of a proposal: `applied`, `requested`, `scheduled` or `unchanged`.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> FlagValue {
        switch self {
        case .applied(let change, let review):
            ["result": "applied", "change": change.json(naming: segments), "review": review?.json ?? .null]
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
