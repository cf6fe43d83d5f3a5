/// A request as it came in.
struct HTTPRequest: Sendable {
    /// One header field.
    ///
    /// Names are in lower case.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    let method: String
    /// The path as it was sent, percent-encoded.
    let path: String
    /// What follows the first `?`, percent-encoded.
    let query: String
    let fields: [Field]
    var body: [UInt8] = []

    /// The value of the first field with a name, given in lower case.
    func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// How many fields have a name, given in lower case.
    func count(of name: String) -> Int { fields.count { $0.name == name } }
}

extension Substring {
    /// The text without spaces and tabs at its ends.
    var trimmed: Substring {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) }) else {
            return ""
        }
        return self[first...last]
    }
}
