/// A table that removes the oldest entries when it is full.
struct BoundedTable<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]
    /// The keys in the order of insertion; once the table is full, the oldest is at `next`.
    private var keys: [Key] = []
    private var next = 0
    private let limit: Int

    init(limit: Int) {
        self.limit = limit
    }

    subscript(key: Key) -> Value? {
        get { values[key] }
        set {
            guard let newValue else { return }
            guard values.updateValue(newValue, forKey: key) == nil else { return }
            if keys.count < limit {
                keys.append(key)
            } else {
                values[keys[next]] = nil
                keys[next] = key
                next = (next + 1) % limit
            }
        }
    }

    mutating func removeAll() {
        values = [:]
        keys = []
        next = 0
    }
}
