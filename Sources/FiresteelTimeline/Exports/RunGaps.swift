/// The missing parts of a run, as sentences.
package struct RunGaps {
    /// A sentence for each kind of missing parts.
    package let lines: [String]

    /// Creates the sentences.
    package init(_ run: Run, _ condition: RingCondition) {
        let (names, entries) = (run.damagedNames, run.damagedEntries)
        var lines: [String] = []
        if condition.lost > 0 {
            lines.append(
                Self.counted(condition.lost, "slot of earlier events was", "slots of earlier events were")
                    + " overwritten.")
        }
        if condition.torn > 0 {
            lines.append(Self.counted(condition.torn, "slot was", "slots were") + " not finished.")
        }
        if condition.damaged > 0 {
            lines.append(Self.counted(condition.damaged, "slot is", "slots are") + " damaged, and events are missing.")
        }
        if names > 0 {
            lines.append(Self.counted(names, "name is", "names are") + " damaged and shown as “(damaged)”.")
        }
        if entries > 0 {
            lines.append(Self.counted(entries, "entry", "entries") + " of the performs in flight can't be read.")
        }
        self.lines = lines
    }

    private static func counted(_ count: some BinaryInteger, _ one: String, _ many: String) -> String {
        "\(count) \(count == 1 ? one : many)"
    }
}
