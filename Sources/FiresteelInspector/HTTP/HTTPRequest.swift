/// A received request.
struct HTTPRequest: Sendable {
    /// A header field.
    ///
    /// Names are in lower case.
    struct Field: Sendable, Equatable {
        let name: String
        let value: String
    }

    let method: String
    /// The path as it was sent, percent-encoded.
    let path: String
    /// The part after the first `?`, percent-encoded.
    let query: String
    let fields: [Field]
    var body: [UInt8] = []

    /// Returns the value of the first field with a name in lower case.
    func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Returns the number of fields with a name in lower case.
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
