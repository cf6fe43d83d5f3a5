extension PlacedValue {
    /// The flags of a member `flags` by their keys, in the order of the file: an object of them, or an array of objects
    /// with a `key`; `nil` for another value.
    package var definitions: [PlacedMember]? {
        guard case .array(let elements) = content else { return members }
        return elements.compactMap { element in
            guard let key = element["key"], let name = key.text else { return nil }
            return PlacedMember(name: name, offset: element.offset, value: element)
        }
    }

    /// Returns the definition of a flag.
    package func definition(_ key: String) -> PlacedValue? { definitions?.first { $0.name == key }?.value }
}
