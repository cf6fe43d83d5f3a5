extension FeatureRuntime {
    /// Returns the types of the values that the input of an action decodes, as in Swift, by the names of their keys.
    ///
    /// It runs the decoding of the input with placeholders, at most a few thousand requests.
    package func inputTypes(of path: ActionPath) -> [String: String] {
        func open<Opened: ActionDefinition>(_ type: Opened.Type) -> [String: String] {
            InputDescription.types(in: Opened.Input.self)
        }
        return registry.find(path).map { target in use { open(target.type) } } ?? [:]
    }
}

extension InputDescription {
    /// Returns the types of the values that an input's type decodes, as in Swift, by the names of their keys.
    ///
    /// A name with several types is omitted, and so are elements of lists and what is decoded after a value that rejects all
    /// placeholders.
    static func types(in type: Any.Type) -> [String: String] {
        let recorder = ShapeRecorder()
        if let type = type as? any Decodable.Type {
            _ = try? ShapeProbe(recorder: recorder, path: []).probe(type)
        }
        return Dictionary(grouping: recorder.requested) { $0.key.last ?? "" }.compactMapValues { requests in
            let names = Set(requests.map { swiftName(of: $0.value) })
            return names.count == 1 ? names.first : nil
        }
    }
}

/// Returns the name of a type, without its module.
func swiftName(of type: Any.Type) -> String { (type as? any ShortlyWritten.Type)?.name ?? "\(type)" }

/// A type with a short form in Swift.
private protocol ShortlyWritten {
    static var name: String { get }
}

extension Optional: ShortlyWritten {
    fileprivate static var name: String { "\(swiftName(of: Wrapped.self))?" }
}

extension Array: ShortlyWritten {
    fileprivate static var name: String { "[\(swiftName(of: Element.self))]" }
}

extension Dictionary: ShortlyWritten {
    fileprivate static var name: String { "[\(swiftName(of: Key.self)): \(swiftName(of: Value.self))]" }
}
