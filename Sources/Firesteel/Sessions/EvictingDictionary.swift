/// A dictionary that removes the oldest entry for a new one when it is full.
package struct EvictingDictionary<Key: Hashable, Value> {
    private var values: [Key: Value] = [:]
    /// The keys in the order of insertion; once it is full, the oldest is at `next`.
    private var keys: [Key] = []
    private var next = 0
    private let limit: Int

    package init(limit: Int) {
        self.limit = limit
    }

    package subscript(key: Key) -> Value? {
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

    /// All values by key.
    package var all: [Key: Value] { values }

    /// Changes the value of a key in place, and adds it if there is none.
    package mutating func update<Result>(
        _ key: Key, default value: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        if values[key] == nil { self[key] = value() }
        return body(&values[key, default: value()])
    }

    mutating func removeAll() {
        values = [:]
        keys = []
        next = 0
    }
}
