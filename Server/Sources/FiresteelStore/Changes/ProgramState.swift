import FiresteelBase

/// A program with its items, as of its last change.
package struct ProgramState: Sendable {
    /// The program.
    package var program: Program
    /// The items.
    package var items: [ItemKey: Item]
    /// The items that can't be read and are left out, by their identity.
    private var damagedItems: [String: DamagedItem] = [:]

    /// Creates a state.
    package init(program: Program, items: [ItemKey: Item]) {
        self.program = program
        self.items = items
    }

    package init(program: Program, _ stored: StoredItems) {
        self.program = program
        items = stored.items
        damagedItems = stored.damaged
    }

    /// The items that can't be read and are left out, in their order.
    package var damaged: [DamagedItem] { damagedItems.sorted { $0.key < $1.key }.map(\.value) }

    /// The items as read from the database.
    package var stored: StoredItems { StoredItems(items: items, damaged: damagedItems) }

    /// Returns the state with differences applied, as a change of the next number would leave it.
    package func applying(_ differences: [ItemDifference]) -> ProgramState {
        var state = self
        for difference in differences {
            state.items[difference.item] = difference.after.map { Item($0, change: program.changes + 1) }
        }
        return state
    }

    /// Returns the environments whose flags differences affect.
    ///
    /// A flag belongs to all of them, also to those that can't be read. A segment affects those in which a rule uses it, also by way of other segments.
    package func environments(affectedBy differences: [ItemDifference]) -> Set<String> {
        var affected: Set<String> = []
        var segments: Set<String> = []
        for difference in differences {
            switch difference.item.kind {
            case .flag:
                affected.formUnion(program.environments.map(\.id))
                affected.formUnion(program.damaged.map(\.id))
            case .targeting, .experiment: affected.insert(difference.item.environment)
            case .segment: segments.insert(difference.item.name)
            }
        }
        if !segments.isEmpty { affected.formUnion(SegmentUse(items).environments(using: segments)) }
        return affected
    }
}

/// The items that use each segment.
package struct SegmentUse: Sendable {
    private var users: [String: [ItemKey]] = [:]

    /// Finds the uses in items.
    package init(_ items: [ItemKey: Item]) {
        for (key, item) in items where key.kind != .flag {
            // Ended experiments need nothing.
            if key.kind == .experiment, item.value.members["state"] == "ended" { continue }
            var names: Set<String> = []
            Self.collect(item.value, into: &names)
            for name in names { users[name, default: []].append(key) }
        }
    }

    /// Returns the environments in which a rule or experiment uses one of the segments, also by way of other segments.
    package func environments(using segments: Set<String>) -> Set<String> {
        Set(users(of: segments).lazy.filter(\.kind.isOfEnvironment).map(\.environment))
    }

    /// Returns the items that use one of the segments, directly or by way of other segments, in their order.
    package func users(of segments: Set<String>) -> [ItemKey] {
        var found: Set<ItemKey> = []
        var open = Array(segments)
        var seen = segments
        while let name = open.popLast() {
            for key in users[name] ?? [] where found.insert(key).inserted {
                if key.kind == .segment, seen.insert(key.name).inserted { open.append(key.name) }
            }
        }
        return found.sorted()
    }

    /// Conditions name segments in `segment`; JsonLogic names them in `$ref`.
    private static func collect(_ value: JSONValue, into names: inout Set<String>) {
        switch value {
        case .object(let members):
            for (name, member) in members {
                if name == "segment" || name == "$ref", case .string(let segment) = member { names.insert(segment) }
                collect(member, into: &names)
            }
        case .array(let elements):
            for element in elements { collect(element, into: &names) }
        default: break
        }
    }
}
