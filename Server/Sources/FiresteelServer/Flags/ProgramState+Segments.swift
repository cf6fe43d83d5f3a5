import FiresteelBase
import FiresteelFlagAuthoring
import FiresteelStore

extension ProgramState {
    /// The segments by their keys.
    ///
    /// Those that can't be read are missing.
    var segments: [String: FlagSegment] {
        items.reduce(into: [:]) { segments, entry in
            guard entry.key.kind == .segment else { return }
            segments[entry.key.name] = try? FlagSegment(json: entry.value.value)
        }
    }

    /// The segments with a name, by their keys, without members and conditions: for texts that name segments.
    var segmentNames: [String: FlagSegment] {
        items.reduce(into: [:]) { names, entry in
            if entry.key.kind == .segment { names[entry.key.name] = FlagSegment(nameOf: entry.value.value) }
        }
    }
}

extension [String: FlagSegment] {
    /// Adds the names of segments that differences create or remove.
    func named(by differences: [ItemDifference]) -> Self {
        differences.reduce(into: self) { names, difference in
            let key = difference.item.name
            guard difference.item.kind == .segment, names[key] == nil else { return }
            names[key] = (difference.after ?? difference.before).flatMap { FlagSegment(nameOf: $0) }
        }
    }
}

extension FlagSegment {
    /// Creates a segment that only has the name of a stored one, or `nil` without a name.
    fileprivate init?(nameOf value: JSONValue) {
        guard case .string(let name)? = value.members["name"] else { return nil }
        self.init(name: name)
    }
}
