import FiresteelBase
import FiresteelFlagAuthoring

/// The slots of a layer that its running experiments have.
package struct LayerSlots: Sendable {
    /// The experiments by their names.
    package private(set) var experiments: [String: [Range<Int>]] = [:]

    /// Finds the slots of a layer in an environment.
    package init(of layer: String, in environment: String, _ items: [ItemKey: Item], except name: String? = nil) {
        for (key, item) in items
        where key.kind == .experiment && key.environment == environment && key.name != name {
            guard item.value.members["state"] == "running", !FlagHoldout.isHoldout(item.value),
                let experiment = try? FlagExperiment(json: item.value), experiment.layer == layer
            else { continue }
            experiments[key.name] = experiment.slots
        }
    }

    /// The free slots, in ascending order.
    package var free: [Range<Int>] {
        var free: [Range<Int>] = []
        var end = 0
        for range in experiments.values.joined().sorted(by: { $0.lowerBound < $1.lowerBound }) {
            if end < range.lowerBound { free.append(end..<range.lowerBound) }
            end = max(end, range.upperBound)
        }
        return end < FlagExperiment.layerSlots ? free + [end..<FlagExperiment.layerSlots] : free
    }

    /// Returns a number of slots for an experiment that has some: it keeps these, and gets the lowest free ones.
    ///
    /// - Returns: The slots in ascending order, or `nil` if the layer has too few.
    func slots(_ count: Int, keeping own: [Range<Int>]) -> [Range<Int>]? {
        let available = Self.runs(free)
        let own = Self.runs(own).intersection(available)
        var chosen = Array(own.sorted().prefix(count))
        chosen += available.subtracting(own).sorted().prefix(count - chosen.count)
        return chosen.count == count ? Self.ranges(of: chosen.sorted()) : nil
    }

    /// The experiments with their shares, such as “editor” with 50 %, for a message.
    var text: String {
        experiments.sorted { $0.key < $1.key }.map { name, ranges in
            "“\(name)” has \(ranges.reduce(0) { $0 + $1.count } * 100 / FlagExperiment.layerSlots) %"
        }.joined(separator: ", ")
    }

    private static func runs(_ ranges: [Range<Int>]) -> Set<Int> { Set(ranges.joined()) }

    private static func ranges(of slots: [Int]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        for slot in slots {
            if let last = ranges.last, last.upperBound == slot {
                ranges[ranges.count - 1] = last.lowerBound..<slot + 1
            } else {
                ranges.append(slot..<slot + 1)
            }
        }
        return ranges
    }
}
