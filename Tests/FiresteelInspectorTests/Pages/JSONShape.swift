/// JSON of any form.
enum JSONShape: Codable, Equatable {
    case null, bool(Bool), integer(Int64), number(Double), text(String)
    indirect case list([JSONShape])
    indirect case object([String: JSONShape])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([JSONShape].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: JSONShape].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }

    /// The paths at which this differs from a sample with all members, but for optional members that aren't here.
    func differs(from full: JSONShape, optional: Set<String>, at path: String = "") -> [String] {
        switch (self, full) {
        case (.object(let own), .object(let members)):
            Set(own.keys).union(members.keys).sorted().flatMap { key -> [String] in
                let inner = path.isEmpty ? key : "\(path).\(key)"
                guard let value = own[key] else { return optional.contains(inner) ? [] : [inner] }
                guard let member = members[key], !optional.contains(inner) else { return [inner] }
                return value.differs(from: member, optional: optional, at: inner)
            }
        case (.list(let own), .list(let elements)) where own.count == elements.count:
            zip(own, elements).flatMap { $0.differs(from: $1, optional: optional, at: path + "[]") }
        default:
            self == full ? [] : [path]
        }
    }
}
