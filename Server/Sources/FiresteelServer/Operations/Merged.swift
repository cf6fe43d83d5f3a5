/// Two values whose members are those of one JSON object; its schema has the name of the second.
struct Merged<First: Codable & Sendable, Second: Codable & Sendable>: Codable, Sendable {
    let first: First
    let second: Second

    init(_ first: First, _ second: Second) {
        self.first = first
        self.second = second
    }

    init(from decoder: any Decoder) throws {
        try self.init(First(from: decoder), Second(from: decoder))
    }

    func encode(to encoder: any Encoder) throws {
        try first.encode(to: encoder)
        try second.encode(to: encoder)
    }
}

extension Merged: NamedSchema where Second: NamedSchema {
    static var schemaName: String { Second.schemaName }
}
