import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelStore

// Changes as the API has them. What names segments needs their names, those after the change.

extension ItemDifference {
    /// Returns the item with its values and lines that describe the difference; a missing value is `null`.
    func json(naming segments: [String: FlagSegment]) -> JSONValue {
        var members = item.json.members
        members["before"] = before ?? .null
        members["after"] = after ?? .null
        members["lines"] = lines(naming: segments)
        return .object(members)
    }
}

extension Author {
    /// The author.
    var json: JSONValue { ["id": .string(id), "name": .string(name), "source": .string(source.rawValue)] }
}

extension Change {
    /// Returns the change, with lines that describe it.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> JSONValue {
        let segments = segments.named(by: body.differences)
        var members: [String: JSONValue] = [
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

extension ListedChange {
    /// Returns the change; `isShortened` where values and lines are missing because they are too large for a list.
    ///
    /// `revertedBy` and `revertedAt` are the number and time of the change that reverted it, if that is in effect.
    func json(naming segments: [String: FlagSegment]) -> JSONValue {
        var members = change.json(naming: segments).members
        members["isShortened"] = .bool(isShortened)
        members["revertedBy"] = reversal.map { .int(Int($0.number)) }
        members["revertedAt"] = reversal.map { .int(Int($0.time)) }
        return .object(members)
    }
}

extension ProposalPreview {
    /// Returns the preview.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> JSONValue {
        func list(_ names: Set<String>) -> JSONValue { .array(names.sorted().map { .string($0) }) }
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
    /// Returns the result of a proposal: `applied`, `requested`, `scheduled` or `unchanged`.
    ///
    /// - Parameter segments: The segments of the program by their keys, for their names.
    func json(naming segments: [String: FlagSegment]) -> JSONValue {
        switch self {
        case .applied(let change, let review):
            ["result": "applied", "change": change.json(naming: segments), "review": review?.json ?? .null]
        case .requested(let request): ["result": "requested", "request": request.json]
        case .scheduled(let request): ["result": "scheduled", "request": request.json]
        case .unchanged: ["result": "unchanged"]
        }
    }
}
