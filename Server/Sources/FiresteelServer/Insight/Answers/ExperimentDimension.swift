import FiresteelStore

/// A value of a dimension, with the people of each arm who were first exposed with it.
struct ExperimentDimension {
    enum Kind: String, CaseIterable {
        case version
        case system
        case device
    }

    /// The dimension as sums have it.
    let key: String
    let kind: Kind
    let value: String
    let people: [Int]

    var total: Int { people.reduce(0, +) }

    /// Reads a dimension of sums, or returns `nil` for an unknown one.
    init?(_ key: String, people: [Int]) {
        if let name = CountKey.system.name(in: key) {
            (kind, value) = (.system, name)
        } else if let name = CountKey.device.name(in: key) {
            (kind, value) = (.device, name)
        } else if key.hasPrefix(SumTable.version) {
            (kind, value) = (.version, String(key.dropFirst(SumTable.version.count)))
        } else {
            return nil
        }
        self.key = key
        self.people = people
    }
}
