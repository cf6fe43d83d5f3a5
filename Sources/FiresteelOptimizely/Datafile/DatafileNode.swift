import FiresteelFlags

/// A value of a datafile with its position, for error messages.
struct DatafileNode {
    let value: JSONValue
    let path: String

    /// A member; absent and `null` are the same.
    subscript(name: String) -> DatafileNode? {
        guard case .object(let members) = value, let member = members[name], member != .null else { return nil }
        return DatafileNode(value: member, path: "\(path).\(name)")
    }

    /// Returns a text that must be there.
    func text(_ name: String) throws(DatafileError) -> String {
        guard let text = try optionalText(name) else { throw missing(name, "a string") }
        return text
    }

    /// Returns a text that may be absent.
    func optionalText(_ name: String) throws(DatafileError) -> String? {
        guard let member = self[name] else { return nil }
        guard case .string(let text) = member.value else { throw member.fault("It must be a string.") }
        return text
    }

    /// Returns a truth value; absent is `false`.
    func isTrue(_ name: String) throws(DatafileError) -> Bool {
        guard let member = self[name] else { return false }
        guard case .bool(let value) = member.value else { throw member.fault("It must be true or false.") }
        return value
    }

    /// Returns the elements of an array; absent is empty.
    func elements(_ name: String) throws(DatafileError) -> [DatafileNode] {
        guard let member = self[name] else { return [] }
        guard case .array(let values) = member.value else { throw member.fault("It must be an array.") }
        return values.enumerated().map { DatafileNode(value: $1, path: "\(member.path)[\($0)]") }
    }

    /// Returns the texts of an array; absent is empty.
    func texts(_ name: String) throws(DatafileError) -> [String] {
        var texts: [String] = []
        for element in try elements(name) {
            guard case .string(let text) = element.value else { throw element.fault("It must be a string.") }
            texts.append(text)
        }
        return texts
    }

    func fault(_ message: String) -> DatafileError { DatafileError(path: path, message: message) }

    private func missing(_ name: String, _ kind: String) -> DatafileError {
        fault("It has no “\(name)”, which must be \(kind).")
    }
}
