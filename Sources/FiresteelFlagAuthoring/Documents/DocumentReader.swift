import FiresteelFlags

/// Reads items from JSON, and collects all errors in them.
struct DocumentReader {
    /// The limit on reported errors.
    private static let limit = 100

    private(set) var diagnostics: [FlagDocumentDiagnostic] = []

    /// Reads an item.
    ///
    /// - Throws: All errors in it.
    static func read<Item>(
        _ body: (inout DocumentReader) -> Item?
    ) throws(FlagDocumentError) -> Item {
        var reader = DocumentReader()
        guard let item = body(&reader), reader.diagnostics.isEmpty else { throw FlagDocumentError(reader.diagnostics) }
        return item
    }

    mutating func report(_ path: LogicPath, _ message: String) {
        guard diagnostics.count < Self.limit else { return }
        diagnostics.append(FlagDocumentDiagnostic(path: path.text, message: message))
    }

    /// Returns the members of an object; reports any other value.
    mutating func object(_ value: JSONValue, _ path: LogicPath, _ noun: String) -> DocumentObject? {
        guard case .object(let members) = value else {
            report(path, "\(noun) must be an object.")
            return nil
        }
        return DocumentObject(rest: members, path: path)
    }

    mutating func text(_ name: String, in object: inout DocumentObject) -> String? {
        guard let value = object.take(name) else { return nil }
        guard case .string(let text) = value else {
            report(object.path.word(name), "“\(name)” must be a string.")
            return nil
        }
        return text
    }

    mutating func requiredText(_ name: String, in object: inout DocumentObject, _ noun: String) -> String? {
        guard object.has(name) else {
            report(object.path, "\(noun) has no “\(name)”, a string.")
            return nil
        }
        return text(name, in: &object)
    }

    mutating func bool(_ name: String, in object: inout DocumentObject) -> Bool? {
        guard let value = object.take(name) else { return nil }
        guard case .bool(let isTrue) = value else {
            report(object.path.word(name), "“\(name)” must be true or false.")
            return nil
        }
        return isTrue
    }

    mutating func integer(_ name: String, in object: inout DocumentObject) -> Int? {
        guard let value = object.take(name) else { return nil }
        guard case .int(let number) = value, number >= 0 else {
            report(object.path.word(name), "“\(name)” must be an integer of 0 or more.")
            return nil
        }
        return number
    }

    /// Returns the elements of a list; none if there is no list.
    mutating func list(_ name: String, in object: inout DocumentObject) -> [JSONValue] {
        guard let value = object.take(name) else { return [] }
        guard case .array(let values) = value else {
            report(object.path.word(name), "“\(name)” must be an array.")
            return []
        }
        return values
    }

    mutating func elements<Element>(
        _ name: String, in object: inout DocumentObject,
        _ read: (JSONValue, LogicPath, inout DocumentReader) -> Element?
    ) -> [Element] {
        let path = object.path.word(name)
        return list(name, in: &object).enumerated().compactMap { read($1, path.element($0), &self) }
    }

    mutating func texts(_ name: String, in object: inout DocumentObject) -> [String] {
        elements(name, in: &object) { value, path, reader in
            guard case .string(let text) = value else {
                reader.report(path, "An element of “\(name)” must be a string.")
                return nil
            }
            return text
        }
    }
}

/// The members of an object that aren't read yet.
struct DocumentObject {
    /// The unread members; at the end, those that this version doesn't know.
    private(set) var rest: [String: JSONValue]
    let path: LogicPath

    init(rest: [String: JSONValue], path: LogicPath) {
        self.rest = rest
        self.path = path
    }

    /// Whether there is such an unread member, which isn't null.
    func has(_ name: String) -> Bool { rest[name].map { $0 != .null } ?? false }

    /// Removes and returns a member; `nil` for null.
    mutating func take(_ name: String) -> JSONValue? {
        let value = rest.removeValue(forKey: name)
        return value == .null ? nil : value
    }

    /// Removes and returns a member, which may be null.
    mutating func takeAny(_ name: String) -> JSONValue? { rest.removeValue(forKey: name) }
}
