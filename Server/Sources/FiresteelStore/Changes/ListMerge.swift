import FiresteelBase

/// Merges two versions of a list of objects with identifiers, such as the rules of a flag.
enum ListMerge {
    /// The maximum number of elements of a list that is merged; a longer one is one value.
    private static let maximumElements = 2_000

    /// Returns the merged list, or `nil` if both sides changed the same element, or the order.
    static func merged(base: JSONValue?, theirs: JSONValue?, mine: JSONValue?) -> JSONValue? {
        guard let base = Elements(base), let theirs = Elements(theirs), let mine = Elements(mine) else { return nil }
        var values: [String: JSONValue] = [:]
        for id in Set(base.order).union(theirs.order).union(mine.order) {
            let (old, other, own) = (base.values[id], theirs.values[id], mine.values[id])
            if other == own || own == old {
                values[id] = other
            } else if other == old {
                values[id] = own
            } else {
                return nil
            }
        }
        guard let order = order(base.order, theirs.order, mine.order) else { return nil }
        return .array(order.compactMap { values[$0] })
    }

    /// Returns the order of the side that reordered elements, with elements that the other side added after their
    /// predecessors; `nil` if both sides reordered.
    private static func order(_ base: [String], _ theirs: [String], _ mine: [String]) -> [String]? {
        let common = Set(base).intersection(theirs).intersection(mine)
        let (old, other, own) = (
            base.filter(common.contains), theirs.filter(common.contains), mine.filter(common.contains)
        )
        let (leading, following): ([String], [String])
        if own == old {
            (leading, following) = (theirs, mine)
        } else if other == old || other == own {
            (leading, following) = (mine, theirs)
        } else {
            return nil
        }
        var result = leading
        let known = Set(base)
        var present = Set(leading)
        var predecessor: String?
        for id in following {
            if !present.contains(id), !known.contains(id) {
                let index = predecessor.flatMap { result.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
                result.insert(id, at: index)
                present.insert(id)
            }
            if present.contains(id) { predecessor = id }
        }
        return result
    }

    /// The elements of a list by their identifiers.
    private struct Elements {
        var order: [String] = []
        var values: [String: JSONValue] = [:]

        /// Returns `nil` if the value isn't a list of objects with unique identifiers; no value is an empty list.
        init?(_ list: JSONValue?) {
            guard let list else { return }
            guard case .array(let elements) = list, elements.count <= ListMerge.maximumElements else { return nil }
            for element in elements {
                guard case .string(let id)? = element.members["id"], values[id] == nil else { return nil }
                order.append(id)
                values[id] = element
            }
        }
    }
}
